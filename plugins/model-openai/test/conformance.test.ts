import { conformance } from "@varve/conformance";
import { beforeEach, describe, it, vi } from "vitest";
import plugin from "../src/index.ts";

beforeEach(() => void vi.stubEnv("OPENAI_API_KEY", "sk-of-the-conformance-kit"));

describe.each(["responses", "chat_completions"] as const)("%s", (api) => {
  conformance({ describe, it }, () => ({ plugin, options: { name: "gpt-5", api } }), { claims: ["deterministic"] });
});
