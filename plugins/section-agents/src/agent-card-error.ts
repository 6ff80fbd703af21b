import { VarveError } from "@varve/kernel";

/** An agent's card is missing or malformed: whose, in which file or at which address, at which JSON pointer, and why. */
export class AgentCardError extends VarveError {
  readonly agent: string;
  /** The file, the address without its query, or `options` for a card that stands in the configuration. */
  readonly source: string;
  /** JSON pointer into the card; `""` for the card as a whole. */
  readonly pointer: string;

  constructor(agent: string, source: string, pointer: string, reason: string, cause?: unknown) {
    const place = pointer === "" ? source : `${source} at ${pointer}`;
    super("AGENT_CARD", `The card of agent ${agent} (${place}) ${reason}.`, { cause });
    this.agent = agent;
    this.source = source;
    this.pointer = pointer;
  }
}
