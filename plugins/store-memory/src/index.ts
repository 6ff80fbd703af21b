import { definePlugin, STAGES } from "@varve/kernel";
import { MemoryStore } from "./memory-store.ts";

const NAME = "@varve/store-memory";

/** Answers `persistence.write` and `persistence.read` out of memory. Every kernel gets a store of its own. */
export default definePlugin({
  name: NAME,
  api: 1,
  apply({ hooks: { persistence } }) {
    const store = new MemoryStore();
    persistence.write.in.tap({ name: NAME, stage: STAGES.default }, (context) => store.write(context));
    persistence.read.in.tap({ name: NAME, stage: STAGES.default }, (context) => store.read(context));
  },
});
