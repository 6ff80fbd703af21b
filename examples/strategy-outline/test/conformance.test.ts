import { conformance } from "@varve/conformance";
import { describe, it } from "vitest";
import plugin from "../src/index.ts";

const options = { trigger: {}, keep: { newest_of: ["grep", "read"] }, summarise: {}, section: {} };
const data: object = { plan: { steps: [{ text: "Add it up.", status: "in_progress" }] } };

conformance({ describe, it }, () => ({ plugin, options, data }), { claims: ["deterministic"] });
