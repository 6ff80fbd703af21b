import { isJsonObject } from "@varve/kernel";
import { isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import { SkillError } from "./skill-error.ts";

/** What the front matter of a skill says of it, as far as it is shown. */
export interface SkillFacts {
  readonly name: string;
  readonly description: string;
}

/** Lower-case letters, digits, and single hyphens between them. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The limits of the Agent Skills specification, characters (code points). */
const LIMITS = { name: 64, description: 1024, compatibility: 500 } as const;

/**
 * Reads and checks the front matter of a skill. Keys that the specification does not know are left alone.
 *
 * @param folder the name of the skill's folder, which its own must equal
 * @throws SkillError with the file, the line and what to mend
 */
export function skillFacts(yaml: string, file: string, folder: string): SkillFacts {
  const { fields, lineOf } = fieldsOf(yaml, file);
  const refuse = (key: string, reason: string) => new SkillError(`${key} ${reason}`, { file, line: lineOf(key) });
  const required = (key: "name" | "description"): string => {
    const value = fields[key];
    if (value === undefined) throw refuse(key, `is missing. Add ${key} to the front matter.`);
    if (typeof value !== "string") throw refuse(key, "is no text. Write it as text, in quotes where YAML needs them.");
    if (value.trim() === "") throw refuse(key, "is empty. Fill it in.");
    if (longer(value, LIMITS[key])) throw refuse(key, `is longer than ${LIMITS[key]} characters. Shorten it.`);
    return value;
  };

  const name = required("name");
  if (!NAME.test(name)) {
    throw refuse("name", `is ${name}: only lower-case letters, digits and single hyphens between them. Rename it.`);
  }
  if (name !== folder) {
    throw refuse("name", `is ${name}, but the folder is called ${folder}. Give both the same name.`);
  }
  const description = required("description");
  checkOptional(fields, refuse);
  return { name, description };
}

type Fields = Readonly<Record<string, unknown>>;

function checkOptional(fields: Fields, refuse: (key: string, reason: string) => SkillError): void {
  const { license, compatibility, metadata } = fields;
  const tools = fields["allowed-tools"];
  if (license !== undefined && typeof license !== "string") throw refuse("license", "is no text. Write it as text.");
  if (compatibility !== undefined) {
    if (typeof compatibility !== "string") throw refuse("compatibility", "is no text. Write it as text.");
    if (longer(compatibility, LIMITS.compatibility)) {
      throw refuse("compatibility", `is longer than ${LIMITS.compatibility} characters. Shorten it.`);
    }
  }
  if (metadata !== undefined && !isJsonObject(metadata)) {
    throw refuse("metadata", "is no mapping. Write it as keys with texts.");
  }
  const isToolList = Array.isArray(tools) && tools.every((tool) => typeof tool === "string");
  if (tools !== undefined && typeof tools !== "string" && !isToolList) {
    throw refuse("allowed-tools", "is neither a text nor a list of texts. Write the tools separated by spaces.");
  }
}

function fieldsOf(yaml: string, file: string): { fields: Fields; lineOf: (key: string) => number } {
  const lineCounter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter, prettyErrors: false });
  // The opening fence is the file's first line.
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line + 1;
  const [problem] = document.errors;
  if (problem !== undefined) {
    const reason = `is no valid YAML: ${problem.message}. Values with a colon or a # need quotes.`;
    throw new SkillError(reason, { file, line: lineAt(problem.pos[0]), cause: problem });
  }
  const { contents } = document;
  if (!isMap(contents)) {
    throw new SkillError("has front matter that is no mapping. Write it as lines of key: value.", { file, line: 1 });
  }
  const fields = valuesOf(() => document.toJS({ maxAliasCount: 0 }), file);
  return {
    fields,
    lineOf: (key) => {
      const pair = contents.items.find((item) => isScalar(item.key) && item.key.value === key);
      const start = isNode(pair?.key) ? pair.key.range?.[0] : undefined;
      return start === undefined ? 1 : lineAt(start);
    },
  };
}

function valuesOf(read: () => unknown, file: string): Fields {
  try {
    const values = read();
    if (isJsonObject(values)) return values;
  } catch (cause) {
    throw new SkillError("has an alias in its front matter. Write the value out.", { file, line: 1, cause });
  }
  throw new SkillError("has front matter that is no mapping. Write it as lines of key: value.", { file, line: 1 });
}

function longer(text: string, limit: number): boolean {
  return text.length > limit && [...text].length > limit;
}
