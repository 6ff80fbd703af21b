import { conformance } from "@varve/conformance";
import { afterAll, describe, it } from "vitest";
import plugin from "../src/index.ts";
import { skillTree } from "./skill-tree.ts";

// What the model is told of a skill names its folder, so every instance reads the same one.
const tree = await skillTree({ name: "sql", description: "Writes queries.", body: "Never select a star." });
afterAll(() => tree[Symbol.asyncDispose]());

conformance({ describe, it }, () => ({ plugin, options: { paths: [tree.path] }, loadedSkills: ["sql"] }), {
  claims: ["deterministic"],
});
