import { conformance } from "@varve/conformance";
import { describe, it } from "vitest";
import plugin from "../src/index.ts";

conformance(
  { describe, it },
  () => ({
    plugin,
    options: { first_request: true, matching: ["ledger_\\d+"], unresolved_errors: true, last_exchanges: 3 },
  }),
  { claims: ["deterministic"] },
);
