import type { AgentSkill } from "./agent-card.ts";
import type { RegisteredAgent } from "./agent-source.ts";

/** What the section says where no agent is registered. */
const NO_AGENTS = "(no agents)";

/**
 * The roster: agents by their configured id, each with its card's name, description and skills. Agents and skills are
 * in code-unit order of their ids, whatever order a configuration or a server gave them in.
 */
export function rosterText(agents: readonly RegisteredAgent[]): string {
  if (agents.length === 0) return NO_AGENTS;
  return ["Remote agents, each by the id that it is called by:", ...byId(agents).flatMap(agentLines)].join("\n");
}

function agentLines({ id, card }: RegisteredAgent): readonly string[] {
  const skills = card.skills ?? [];
  return ["", `- ${id}: ${oneLine(card.name)}`, `  ${oneLine(card.description)}`, ...byId(skills).map(skillLine)];
}

function skillLine({ id, name, description, tags = [], examples = [] }: AgentSkill): string {
  const said = [`  - skill ${oneLine(id)} (${oneLine(name)}): ${oneLine(description)}`];
  if (tags.length > 0) said.push(`Tags: ${tags.map(oneLine).join(", ")}.`);
  if (examples.length > 0) said.push(`Examples: ${examples.map((each) => `"${oneLine(each)}"`).join(", ")}.`);
  return said.join(" ");
}

/** Remote text never starts a line of the roster: a card could list an agent that nobody registered. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
}

function byId<T extends { readonly id: string }>(items: readonly T[]): readonly T[] {
  return items.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
