import { conformance } from "@varve/conformance";
import { describe, it } from "vitest";
import plugin from "../src/index.ts";

conformance({ describe, it }, () => ({ plugin }), { claims: ["deterministic"] });
