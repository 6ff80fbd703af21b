import { canonicalJson, type EncodedRequest, isJsonObject, type JsonObject, type JsonValue } from "@varve/kernel";
import { digest } from "./digest.ts";

/** Members of a request beside its content, each by name with the digest of its value. A member that is absent is not there. */
export type ParameterDigests = Readonly<Record<string, string>>;

/** Which members of a provider's requests change what its cache can serve, as paths. */
export interface CachedParameters {
  /** Those that are part of the prefix from its first byte on. */
  readonly head: readonly string[];
  /** Those behind the tools and the instructions: a change loses the input alone. */
  readonly input: readonly string[];
}

export function parameterDigests(body: JsonObject, paths: readonly string[]): ParameterDigests {
  const found = paths.flatMap((path): readonly [string, string][] => {
    const value = memberAt(body, path.split("."));
    return value === undefined || value === null ? [] : [[path, digest(canonicalJson(value))]];
  });
  return Object.freeze(Object.fromEntries(found));
}

function memberAt(value: JsonValue | undefined, [key, ...deeper]: readonly string[]): JsonValue | undefined {
  if (key === undefined) return value;
  return isJsonObject(value) ? memberAt(value[key], deeper) : undefined;
}

/** The names of the parameters that differ, in order. */
export function changedParameters(before: ParameterDigests, after: ParameterDigests): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}

/** The model that was asked; `null` where the body does not name one. */
export function modelOf({ body }: EncodedRequest): string | null {
  return typeof body.model === "string" ? body.model : null;
}

/** The tool list as it was sent, or as the window has it where the body has none under the usual name; `""` for no tools. */
export function toolsJson({ body }: EncodedRequest, tools: readonly unknown[]): string {
  const sent = Array.isArray(body.tools) ? body.tools : tools;
  return sent.length === 0 ? "" : JSON.stringify(sent);
}
