import { conformance } from "@varve/conformance";
import { describe, it } from "vitest";
import plugin from "../src/index.ts";

conformance(
  { describe, it },
  () => ({ plugin, options: { participants: [{ id: "ada", role: "reviewer" }, { id: "bot" }] } }),
  { claims: ["deterministic"] },
);
