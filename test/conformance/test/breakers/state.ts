import takesAnyValue from "../broken/takes-any-value.ts";
import { type Breakers, tapping } from "./breaker.ts";

let written = 0;

export const STATE_BREAKERS: Breakers = {
  "state/shape": tapping("state.write.in", ({ value }) => ({ value })),
  "state/passes-on": tapping("state.write.in", ({ value }) => {
    if (value === null) throw new Error("null is no value");
    return { accepted: value };
  }),
  "state/pointer": tapping("state.write.in", () => ({ refused: { pointer: "value.steps[2]", reason: "is wrong" } })),
  "state/pure": tapping("state.write.in", (context) => {
    const { value } = context;
    if (typeof value === "object" && value !== null) Reflect.set(value, "at", 0);
    return { accepted: value };
  }),
  "state/prototypes": tapping("state.write.in", ({ value }) => {
    const accepted: object = {};
    if (typeof value === "object" && value !== null)
      for (const key of Object.keys(value))
        Reflect.set(accepted, key, Reflect.getOwnPropertyDescriptor(value, key)?.value);
    return { accepted };
  }),
  "state/schema": () => ({ plugin: takesAnyValue }),
  "state/deterministic": tapping("state.write.in", () => {
    written += 1;
    return { accepted: written };
  }),
};
