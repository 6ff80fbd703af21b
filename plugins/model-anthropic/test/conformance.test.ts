import { conformance } from "@varve/conformance";
import { beforeEach, describe, it, vi } from "vitest";
import plugin from "../src/index.ts";

beforeEach(() => void vi.stubEnv("ANTHROPIC_API_KEY", "sk-of-the-conformance-kit"));

conformance({ describe, it }, () => ({ plugin, options: { name: "claude-opus-4-5" } }), { claims: ["deterministic"] });
