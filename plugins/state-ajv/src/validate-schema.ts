import type { JsonObject, SchemaProblem } from "@varve/kernel";
import { firstProblem } from "./first-problem.ts";
import { prototypeKeyIn } from "./prototype-keys.ts";
import { SchemaCache } from "./schema-cache.ts";

/** One cache for the whole process: what a schema means does not depend on the kernel that asks. */
const schemas = new SchemaCache();

/** The first thing that is wrong with a value by a schema, or `null`. @throws SchemaError when the schema is wrong */
export function schemaProblem(schema: JsonObject, value: unknown): SchemaProblem | null {
  const validator = schemas.validator(schema);
  return validator(value) ? null : firstProblem(validator.errors ?? []);
}

/**
 * What is wrong with a value by a JSON schema (2020-12): the first problem, or an empty list. The value is not changed;
 * a `default` in the schema only describes. `createKernel({ validate: validateSchema })` checks plugin options with it.
 *
 * @throws SchemaError when the schema itself is wrong
 */
export function validateSchema(schema: JsonObject, value: unknown): readonly SchemaProblem[] {
  const problem = prototypeKeyIn(value) ?? schemaProblem(schema, value);
  return problem === null ? [] : [problem];
}
