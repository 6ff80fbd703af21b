import { definePlugin } from "@varve/kernel";

/** Whatever the schema says. */
export default definePlugin({
  name: "takes-any-value",
  api: 1,
  apply({ hooks }) {
    hooks.state.write.in.tap("takes-any-value", ({ value }) => ({ accepted: value }));
  },
});
