import { definePlugin, STAGES } from "@varve/kernel";
import { invoker } from "./call/invoke.ts";
import { declaredLimits } from "./known-models.ts";
import { messagesEncoder } from "./messages/body.ts";
import { type AnthropicOptions, optionsSchema } from "./options.ts";
import { PROVIDER } from "./provider.ts";

export { declaredLimits, KNOWN_MODELS, type KnownModel } from "./known-models.ts";
export type { AnthropicOptions } from "./options.ts";

const NAME = "@varve/model-anthropic";

export default definePlugin<AnthropicOptions>({
  name: NAME,
  api: 1,
  options: optionsSchema,
  apply(kernel, options) {
    const { declare: isOwn = true } = options;
    const limits = declaredLimits(options);
    if (isOwn && limits !== null) kernel.declareModel(limits);

    const tap = { name: NAME, stage: isOwn ? STAGES.default : STAGES.late };
    const encode = messagesEncoder(options);
    const invoke = invoker(options);
    kernel.hooks.model.encode.in.tap(tap, (context) => {
      // A call that names another provider's model is for that provider's plugin; one that names none is for the kernel's own.
      const isOurs = context.model === null ? isOwn : context.model.provider === PROVIDER;
      return isOurs ? encode(context) : undefined;
    });
    kernel.hooks.model.invoke.in.tapPromise(tap, async (context) =>
      context.request.provider === PROVIDER ? invoke(context) : undefined,
    );
  },
});
