import { definePlugin, type JsonObject, PluginOptionsError, STAGES } from "@varve/kernel";
import { DEFAULT_PROMPT } from "./default-prompt.ts";
import { readPrompt } from "./prompt-file.ts";

/** The prompt itself, or the file it is in; one of the two, or neither for {@link DEFAULT_PROMPT}. */
export interface SystemPromptOptions {
  readonly text?: string;
  /** Absolute path of a UTF-8 text file. It is read once, when the kernel is made. */
  readonly path?: string;
}

const NAME = "@varve/section-system-prompt";

const schema = {
  type: "object",
  additionalProperties: false,
  properties: {
    text: { type: "string", pattern: "\\S" },
    path: { type: "string", minLength: 1 },
  },
} as const satisfies JsonObject;

export default definePlugin<SystemPromptOptions>({
  name: NAME,
  api: 1,
  options: schema,
  async apply(kernel, { text, path } = {}) {
    if (text !== undefined && path !== undefined) {
      throw new PluginOptionsError(NAME, [{ pointer: "", reason: "has both text and path; give one of them" }]);
    }
    const prompt = path === undefined ? (text ?? DEFAULT_PROMPT) : await readPrompt(NAME, path);
    const section = kernel.declareSection({ id: "system_prompt", stability: "static", survives: "essential" });
    section.in.tap({ name: NAME, stage: STAGES.default }, () => prompt);
  },
});

export { DEFAULT_PROMPT };
