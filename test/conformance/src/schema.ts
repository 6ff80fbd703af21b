import type { JsonObject, SchemaProblem } from "@varve/kernel";
import { Ajv2020 } from "ajv/dist/2020.js";

/** What is wrong with a value by a JSON schema: the first problem, or nothing. What formats mean is left to others. */
export function validate(schema: JsonObject, value: unknown): readonly SchemaProblem[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  if (ajv.validate(schema, value)) return [];
  const [error] = ajv.errors ?? [];
  return [{ pointer: error?.instancePath ?? "", reason: error?.message ?? "does not fit the schema" }];
}
