import { conformance } from "@varve/conformance";
import { describe, it } from "vitest";
import plugin from "../src/index.ts";

conformance({ describe, it }, () => ({ plugin, options: { text: "You keep the books." } }), {
  claims: ["deterministic"],
});
