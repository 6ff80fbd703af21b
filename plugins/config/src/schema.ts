import type { JsonObject } from "@varve/kernel";
import { DEFAULTS } from "./config-defaults.ts";
import { LOG_LEVELS } from "./config-file.ts";
import { LEDGER_SCHEMA } from "./ledger-schema.ts";
import { MODEL_SCHEMA, SUMMARISER_SCHEMA } from "./model-schema.ts";
import { address, line, path, tokens } from "./value-schemas.ts";

/**
 * The JSON schema (draft 07) of a configuration, whichever format it is written in. Every key has a description; `default` is what
 * holds where a key is left out. Paths are relative to the folder of the file that names them.
 */
export const CONFIG_SCHEMA = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Varve configuration",
  type: "object",
  additionalProperties: false,
  properties: {
    $schema: { type: "string", description: "Where an editor finds this schema. Varve does not read it." },
    context: {
      description: "How large a model's context may grow, and when it is compacted.",
      type: "object",
      additionalProperties: false,
      properties: {
        turn_budget_tokens: {
          ...tokens,
          default: DEFAULTS.turnBudgetTokens,
          description: "The most input tokens that one model call may have. The model's own window bounds it too.",
        },
        compaction_fraction: {
          type: "number",
          exclusiveMinimum: 0,
          maximum: 1,
          default: DEFAULTS.compactionFraction,
          description: "The share of the budget above which the context is compacted before the call.",
        },
        compaction_target: {
          type: "number",
          exclusiveMinimum: 0,
          exclusiveMaximum: 1,
          description:
            "The share of the budget that a compaction aims for. It must be below compaction_fraction; left out, it is half of that.",
        },
        order: {
          type: "array",
          items: line,
          uniqueItems: true,
          description:
            "Section ids: each is moved directly behind the one named before it. A less stable section cannot stand before a more stable one.",
        },
      },
    },
    model: MODEL_SCHEMA,
    summariser: SUMMARISER_SCHEMA,
    store: {
      description: "Where states and compaction records are kept.",
      type: "object",
      additionalProperties: false,
      properties: {
        path: {
          ...path,
          default: DEFAULTS.storePath,
          description: "The SQLite file. `:memory:` keeps nothing beyond the process.",
        },
      },
    },
    prompt: {
      description: "Who the model is, and who takes part.",
      type: "object",
      additionalProperties: false,
      properties: {
        system: { ...path, description: "A UTF-8 text file with the system prompt." },
        participants: {
          description: "The people and agents in the conversation, in the order in which they are shown.",
          type: "array",
          items: {
            description: "One participant.",
            type: "object",
            additionalProperties: false,
            required: ["id"],
            properties: {
              id: { ...line, description: "What the participant is called in the conversation; each has its own." },
              name: { ...line, description: "The full name." },
              role: { ...line, description: "What the participant does." },
              description: { ...line, description: "What else the model should know." },
            },
          },
        },
      },
    },
    agents: {
      description: "Remote agents, each under the id by which it is called.",
      type: "object",
      additionalProperties: {
        description: "One remote agent: its card is a file or an address, one of the two.",
        type: "object",
        additionalProperties: false,
        properties: {
          card: { ...path, description: "The agent card's JSON file." },
          card_url: { ...address, description: "The agent card's address. It is fetched once, at start." },
        },
        oneOf: [{ required: ["card"] }, { required: ["card_url"] }],
      },
    },
    skills: {
      description: "Where skills are.",
      type: "object",
      additionalProperties: false,
      properties: {
        paths: {
          type: "array",
          items: path,
          default: [],
          description: "Folders, each of which is a skill or holds skills.",
        },
      },
    },
    log: {
      description: "What is logged. Left out: nothing is.",
      type: "object",
      additionalProperties: false,
      properties: {
        level: {
          type: "string",
          enum: LOG_LEVELS,
          default: DEFAULTS.logLevel,
          description: "The least severe level that is logged.",
        },
        path: { ...path, description: "The file that is appended to. Left out: standard error." },
      },
    },
    ledger: LEDGER_SCHEMA,
    plugins: {
      description: "Plugins besides the defaults, in the order in which they are applied.",
      type: "array",
      default: [],
      items: {
        description: "One plugin.",
        type: "object",
        additionalProperties: false,
        required: ["use"],
        properties: {
          use: {
            ...line,
            description:
              "An installed package's name, or the path of a module, beginning with ./ or ../. Either is found from the file that names it.",
          },
          options: {
            type: "object",
            description: "What the plugin takes; it is checked against the plugin's own schema.",
          },
        },
      },
    },
  },
} as const satisfies JsonObject;
