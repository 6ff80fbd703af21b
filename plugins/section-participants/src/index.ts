import { definePlugin, type JsonObject, PluginOptionsError, STAGES } from "@varve/kernel";
import { type Participant, participantsText } from "./participants-text.ts";

export interface ParticipantsOptions {
  /** In the order in which they are shown. Absent or empty: the section is empty. */
  readonly participants?: readonly Participant[];
}

const NAME = "@varve/section-participants";

const line = { type: "string", pattern: "\\S" } as const;

const schema = {
  type: "object",
  additionalProperties: false,
  properties: {
    participants: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["id"],
        properties: { id: line, name: line, role: line, description: line },
      },
    },
  },
} as const satisfies JsonObject;

export default definePlugin<ParticipantsOptions>({
  name: NAME,
  api: 1,
  options: schema,
  apply(kernel, { participants = [] } = {}) {
    refuseDuplicates(participants);
    const text = participantsText(participants);
    const section = kernel.declareSection({ id: "participants", stability: "static", survives: "essential" });
    section.in.tap({ name: NAME, stage: STAGES.default }, () => text);
  },
});

function refuseDuplicates(participants: readonly Participant[]): void {
  const seen = new Map<string, number>();
  participants.forEach(({ id }, index) => {
    const first = seen.get(id);
    if (first !== undefined) {
      const reason = `repeats the id ${id} of /participants/${first}; give each participant an id of its own`;
      throw new PluginOptionsError(NAME, [{ pointer: `/participants/${index}/id`, reason }]);
    }
    seen.set(id, index);
  });
}

export type { Participant };
