import { isJsonObject } from "@varve/kernel";

/** What a remote agent can do, as its A2A card says it. */
export interface AgentSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags?: readonly string[];
  /** Sample requests. */
  readonly examples?: readonly string[];
}

/** The members of an A2A agent card that the roster shows; a card has more, and they are left alone. */
export interface AgentCard {
  readonly name: string;
  readonly description: string;
  /** Absent where an encoder left an empty list out. */
  readonly skills?: readonly AgentSkill[];
}

/** Says what is wrong with a card: where, and a clause that names the remedy. */
export type RefuseCard = (pointer: string, reason: string) => Error;

/**
 * Returns the members of a card that the roster shows.
 * @throws what `refuse` makes of the first member that is missing or of another type than the A2A specification gives it
 */
export function agentCard(value: unknown, refuse: RefuseCard): AgentCard {
  if (!isJsonObject(value))
    throw refuse("", "is no JSON object. An agent card is an object with name, description and skills");
  const { name, description, skills } = value;
  return {
    name: textAt("/name", name, refuse),
    description: textAt("/description", description, refuse),
    skills: listAt("/skills", skills, refuse).map((skill, index) => agentSkill(`/skills/${index}`, skill, refuse)),
  };
}

function agentSkill(pointer: string, value: unknown, refuse: RefuseCard): AgentSkill {
  if (!isJsonObject(value)) throw refuse(pointer, "is no object. A skill is an object with id, name and description");
  const { id, name, description, tags, examples } = value;
  return {
    id: textAt(`${pointer}/id`, id, refuse),
    name: textAt(`${pointer}/name`, name, refuse),
    description: textAt(`${pointer}/description`, description, refuse),
    tags: textsAt(`${pointer}/tags`, tags, refuse),
    examples: textsAt(`${pointer}/examples`, examples, refuse),
  };
}

function textAt(pointer: string, value: unknown, refuse: RefuseCard): string {
  if (typeof value === "string" && value.trim() !== "") return value;
  throw refuse(
    pointer,
    value === undefined ? "is missing. Add it as text" : "is no text with content. Write it as text",
  );
}

function textsAt(pointer: string, value: unknown, refuse: RefuseCard): readonly string[] {
  return listAt(pointer, value, refuse).map((each, index) => {
    if (typeof each === "string") return each;
    throw refuse(`${pointer}/${index}`, "is no text. Write it as text");
  });
}

function listAt(pointer: string, value: unknown, refuse: RefuseCard): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw refuse(pointer, "is no list. Write it as a list, or leave it out");
}
