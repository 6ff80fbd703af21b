import { conformance } from "@varve/conformance";
import { describe, it } from "vitest";
import plugin from "../src/index.ts";

conformance(
  { describe, it },
  () => ({
    plugin,
    data: {
      plan: {
        steps: [
          { text: "Read the ledger.", status: "done" },
          { text: "Add it up.", status: "pending" },
        ],
      },
    },
  }),
  { claims: ["deterministic"] },
);
