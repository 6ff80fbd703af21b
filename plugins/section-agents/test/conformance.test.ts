import { conformance } from "@varve/conformance";
import { describe, it } from "vitest";
import plugin from "../src/index.ts";

conformance(
  { describe, it },
  () => ({
    plugin,
    options: {
      agents: {
        weather: { name: "Weather", description: "Tomorrow's weather.", skills: [] },
        billing: { name: "Billing", description: "Knows every invoice.", skills: [] },
      },
    },
  }),
  { claims: ["deterministic"] },
);
