import { type JsonObject, reasonOf, VarveError } from "@varve/kernel";
import type { ErrorObject } from "ajv/dist/2020.js";

/** A schema itself is wrong: nothing can be validated against it, and nothing was. */
export class SchemaError extends VarveError {
  /** The keyword that is wrong or unknown, or `null` where no single one is to blame. */
  readonly keyword: string | null;
  /** Where in the schema, as a JSON pointer; `null` where Ajv does not say. */
  readonly pointer: string | null;

  constructor(
    keyword: string | null,
    reason: string,
    options: { readonly pointer?: string; readonly cause?: unknown } = {},
  ) {
    const where = options.pointer === undefined || options.pointer === "" ? "" : ` at ${options.pointer}`;
    super(
      "PLUGIN",
      `A JSON schema is wrong${where}: ${keyword === null ? "" : `keyword ${keyword} `}${reason}. Mend the schema (JSON Schema 2020-12) where it is described.`,
      "cause" in options ? { cause: options.cause } : {},
    );
    this.keyword = keyword;
    this.pointer = options.pointer ?? null;
  }
}

/** The error for a schema that breaks the dialect's own schema, as Ajv reports it. */
export function malformedSchema(errors: readonly ErrorObject[]): SchemaError {
  const error = errors.at(-1);
  const pointer = error?.instancePath ?? "";
  const keyword = pointer.split("/").findLast((key) => key !== "" && !/^\d+$/.test(key)) ?? null;
  return new SchemaError(keyword, error?.message ?? "breaks JSON Schema", { pointer });
}

/** The error for a schema that Ajv refuses to compile. Its errors say what is wrong in their message alone. */
export function uncompilableSchema(schema: JsonObject, cause: unknown): SchemaError {
  const reason = reasonOf(cause);
  const unknownKeyword = /unknown keyword: "(.+)"/.exec(reason)?.[1];
  if (unknownKeyword !== undefined) return new SchemaError(unknownKeyword, "is unknown", { cause });
  const unknownFormat = /unknown format "(.+)" ignored in schema at path "(.*)"/.exec(reason);
  if (unknownFormat !== null)
    return new SchemaError("format", `names the unknown format ${unknownFormat[1]}`, { cause });
  if (/reference/.test(reason)) return new SchemaError("$ref", `leads nowhere: ${reason}`, { cause });
  if (/no schema with key or ref/.test(reason)) {
    return new SchemaError("$schema", `names a dialect that is not read here: ${JSON.stringify(schema.$schema)}`, {
      cause,
    });
  }
  if (/regular expression/.test(reason))
    return new SchemaError("pattern", `is no regular expression: ${reason}`, { cause });
  if (/async/.test(reason)) return new SchemaError("$async", "is not supported", { cause });
  const quoted = /^"(\w+)"|keyword "(.+?)"/.exec(reason);
  return new SchemaError(quoted?.[1] ?? quoted?.[2] ?? null, reason, { cause });
}
