import { definePlugin, type ModelLimits, STAGES } from "@varve/kernel";
import { invoker } from "./call/invoke.ts";
import { chatEncoder } from "./chat/body.ts";
import { declaredLimits } from "./known-models.ts";
import { type OpenAiOptions, optionsSchema } from "./options.ts";
import { PROVIDER } from "./provider.ts";
import { responsesEncoder } from "./responses/body.ts";

export { declaredLimits, KNOWN_MODELS, type KnownModel } from "./known-models.ts";
export type { OpenAiOptions } from "./options.ts";

const NAME = "@varve/model-openai";

export default definePlugin<OpenAiOptions>({
  name: NAME,
  api: 1,
  options: optionsSchema,
  apply(kernel, options) {
    const { api = "responses", declare: isOwn = true } = options;
    const limits = declaredLimits(options);
    if (isOwn && limits !== null) kernel.declareModel(limits);

    // A call that names another provider's model is for that provider's plugin; one that names none is for the kernel's own.
    const isOurs = (model: ModelLimits | null) => (model === null ? isOwn : model.provider === PROVIDER);
    const tap = { name: NAME, stage: isOwn ? STAGES.default : STAGES.late };
    const encode = api === "responses" ? responsesEncoder(options) : chatEncoder(options);
    const invoke = invoker(options);
    kernel.hooks.model.encode.in.tap(tap, (context) => (isOurs(context.model) ? encode(context) : undefined));
    kernel.hooks.model.invoke.in.tapPromise(tap, async (context) => {
      const { provider, api: wanted = api } = context.request;
      return provider === PROVIDER && wanted === api ? invoke(context) : undefined;
    });
  },
});
