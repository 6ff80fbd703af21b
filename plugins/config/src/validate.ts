import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { ConfigFile } from "./config-file.ts";
import { disagreements } from "./disagreements.ts";
import { expected, found } from "./expected.ts";
import type { Finding } from "./finding.ts";
import { type KeyPath, keyName, pathOfPointer, valueAt } from "./key-path.ts";
import { nearestKnownKey } from "./known-keys.ts";
import { CONFIG_SCHEMA } from "./schema.ts";

let compiled: ValidateFunction<ConfigFile> | undefined;

/** Checks a plain value against {@link CONFIG_SCHEMA}, and says everything that is wrong with it. */
export function validateConfig(
  content: unknown,
): { readonly config: ConfigFile } | { readonly findings: readonly Finding[] } {
  compiled ??= new Ajv({ allErrors: true, verbose: true, ownProperties: true }).compile<ConfigFile>(CONFIG_SCHEMA);
  if (!compiled(content)) return { findings: findingsOf(compiled.errors ?? [], content) };
  const findings = disagreements(content);
  return findings.length === 0 ? { config: content } : { findings };
}

/** One finding a key: the schema may object to one value in several ways. */
function findingsOf(errors: readonly ErrorObject[], content: unknown): readonly Finding[] {
  const byKey = new Map<string, Finding>();
  for (const error of errors) {
    // Branches of a oneOf: the oneOf itself says it.
    if (error.schemaPath.includes("/oneOf/")) continue;
    const finding = findingOf(error, content);
    const key = JSON.stringify(finding.path);
    if (!byKey.has(key)) byKey.set(key, finding);
  }
  return [...byKey.values()];
}

function findingOf(error: ErrorObject, content: unknown): Finding {
  const path = pathOfPointer(error.instancePath, content);
  if (error.keyword === "additionalProperties")
    return unknownKey([...path, String(error.params.additionalProperty)], error);
  if (error.keyword === "required") return missingKey([...path, String(error.params.missingProperty)], error);
  if (error.keyword === "oneOf") {
    const remedy = "Give either the file (card) or the address (card_url).";
    return { path, reason: `${keyName(path)} needs exactly one of card and card_url`, remedy };
  }
  const name = path.length === 0 ? "the configuration" : keyName(path);
  return {
    path,
    reason: `${name} is not what it should be: expected ${expected(error.parentSchema)}, found ${found(valueAt(content, path))}`,
    remedy: path.length === 0 ? "Write a table of settings." : "Correct the value, or remove the key.",
  };
}

function unknownKey(path: KeyPath, { parentSchema }: ErrorObject): Finding {
  const table = keyName(path.slice(0, -1));
  const siblings = Object.keys(parentSchema?.properties ?? {}).map((key) => (table === "" ? key : `${table}.${key}`));
  const nearest = nearestKnownKey(String(path.at(-1)), siblings);
  return { path, reason: `${keyName(path)} is no known key`, remedy: `The nearest known key is ${nearest}.` };
}

function missingKey(path: KeyPath, { parentSchema }: ErrorObject): Finding {
  const meant: unknown = valueAt(parentSchema, ["properties", String(path.at(-1)), "description"]);
  const meaning = typeof meant === "string" ? ` ${meant}` : "";
  return { path, reason: `${keyName(path)} is missing`, remedy: `Add it.${meaning}` };
}
