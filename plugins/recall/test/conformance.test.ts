import { conformance } from "@varve/conformance";
import { describe, it } from "vitest";
import plugin from "../src/index.ts";

conformance(
  { describe, it },
  () => ({
    plugin,
    data: { recalled: { entries: [{ id: "e4", record: "task-1/c1", from: "result of grep", text: "ledger.ts:40" }] } },
  }),
  { claims: ["deterministic"] },
);
