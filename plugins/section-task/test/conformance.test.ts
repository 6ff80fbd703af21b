import { conformance } from "@varve/conformance";
import { describe, it } from "vitest";
import plugin from "../src/index.ts";

conformance(
  { describe, it },
  () => ({ plugin, data: { task: { goal: "Find why the sum is off.", acceptance_criteria: ["It adds up."] } } }),
  { claims: ["deterministic"] },
);
