import { definePlugin, STAGES, type StateWriteContext, type StateWriteResult } from "@varve/kernel";
import { plainJson } from "./plain-json.ts";
import { isPrototypeKey, PROTOTYPE_KEY_REASON } from "./prototype-keys.ts";
import { schemaProblem } from "./validate-schema.ts";

export { SchemaError } from "./schema-error.ts";
export { validateSchema } from "./validate-schema.ts";

const NAME = "@varve/state-ajv";

/** Answers `state.write`: accepts plain JSON that fits the schema of its subset, and says where what does not fit is wrong. */
export default definePlugin({
  name: NAME,
  api: 1,
  apply(kernel) {
    kernel.hooks.state.write.in.tap({ name: NAME, stage: STAGES.default }, write);
  },
});

function write({ subset, schema, value }: StateWriteContext): StateWriteResult {
  if (isPrototypeKey(subset)) return { refused: { pointer: "", reason: `the subset's name ${PROTOTYPE_KEY_REASON}` } };
  const plain = plainJson(value);
  if ("problem" in plain) return { refused: plain.problem };
  const problem = schema === null ? null : schemaProblem(schema, plain.value);
  return problem === null ? { accepted: plain.value } : { refused: problem };
}
