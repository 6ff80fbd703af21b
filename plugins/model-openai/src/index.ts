import { definePlugin, STAGES } from "@varve/kernel";
import { declaredLimits } from "./known-models.ts";
import { type OpenAiOptions, optionsSchema } from "./options.ts";
import { PROVIDER } from "./provider.ts";
import { responsesEncoder } from "./responses-body.ts";

export { KNOWN_MODELS, type KnownModel } from "./known-models.ts";
export type { OpenAiOptions } from "./options.ts";

const NAME = "@varve/model-openai";

export default definePlugin<OpenAiOptions>({
  name: NAME,
  api: 1,
  options: optionsSchema,
  apply(kernel, options) {
    const limits = declaredLimits(options);
    if (limits !== null) kernel.declareModel(limits);

    const encode = responsesEncoder(options);
    kernel.hooks.model.encode.in.tap({ name: NAME, stage: STAGES.default }, (context) => {
      // A call that names another provider's model is for that provider's encoder.
      const isOurs = context.model === null || context.model.provider === PROVIDER;
      return isOurs ? encode(context) : undefined;
    });
  },
});
