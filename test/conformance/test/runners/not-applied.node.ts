import { describe, it } from "node:test";
import { definePlugin } from "@varve/kernel";
import { conformance } from "../../src/index.ts";

conformance({ describe, it }, () => ({
  plugin: definePlugin({
    name: "diskless",
    api: 1,
    apply() {
      throw new Error("there is no disk");
    },
  }),
}));
