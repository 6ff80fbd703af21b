import { definePlugin, type JsonObject, STAGES } from "@varve/kernel";
import { resultItem } from "./result-item.ts";

export interface ToolResultsOptions {
  /**
   * The most characters that one result may show, in UTF-16 code units (`string.length`). The note in the middle of a
   * longer one comes on top; pictures and files are not counted. Absent: 200,000.
   */
  readonly max_characters?: number;
}

const NAME = "@varve/section-tool-results";

const DEFAULT_MAX_CHARACTERS = 200_000;

const schema = {
  type: "object",
  additionalProperties: false,
  properties: { max_characters: { type: "integer", minimum: 100 } },
} as const satisfies JsonObject;

export default definePlugin<ToolResultsOptions>({
  name: NAME,
  api: 1,
  options: schema,
  apply(kernel, { max_characters = DEFAULT_MAX_CHARACTERS } = {}) {
    const section = kernel.declareSection({ id: "tool_results", stability: "turn", entries: ["tool_result"] });
    section.in.tap({ name: NAME, stage: STAGES.default }, ({ entry }) => {
      if (entry === null) return [];
      return [entry.item.kind === "tool_result" ? resultItem(entry.item, max_characters) : entry.item];
    });
  },
});
