import { definePlugin } from "@varve/kernel";
import type { Subject } from "../../src/index.ts";
import { type Breakers, type Executor, tap } from "./breaker.ts";

/** A model of one's own, which goes wrong in one way. */
function invoking(executor: Executor): () => Subject {
  return () => ({
    plugin: definePlugin({
      name: "breaker",
      api: 1,
      apply(kernel) {
        tap(kernel, "model.encode.in", () => ({ provider: "mine", body: { model: "mine-1" } }));
        tap(kernel, "model.invoke.in", executor);
      },
    }),
  });
}

export const INVOKE_BREAKERS: Breakers = {
  "invoke/reached": invoking(() => undefined),
  "invoke/other-provider": invoking(async ({ signal }) => {
    await fetch("http://127.0.0.1:9/v1", { signal });
  }),
  "invoke/abort": invoking(async () => {
    await fetch("http://127.0.0.1:9/v1");
  }),
  "invoke/pure": invoking((context) => {
    const { request } = context;
    if (typeof request === "object" && request !== null) Reflect.set(request, "api", "changed");
    throw new Error("nobody is there");
  }),
};
