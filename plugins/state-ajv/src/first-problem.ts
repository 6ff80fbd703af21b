import type { SchemaProblem } from "@varve/kernel";
import type { ErrorObject } from "ajv/dist/2020.js";
import { jsonPointer } from "./json-pointer.ts";

/** How many alternatives of an `anyOf` are told before the rest is left out. */
const ALTERNATIVES_TOLD = 4;

/** What Ajv found wrong, as one problem: where (the key itself where a key is wrong) and a reason for people. */
export function firstProblem(errors: readonly ErrorObject[]): SchemaProblem {
  // Ajv stops at the first failure, whose own error is the last: before it stand those of the alternatives that it tried.
  const error = errors.at(-1);
  if (error === undefined) return { pointer: "", reason: "does not fit the schema" };
  const { instancePath: pointer, params } = error;
  switch (error.keyword) {
    case "additionalProperties":
      return { pointer: pointer + jsonPointer([String(params.additionalProperty)]), reason: "is not a known key" };
    case "unevaluatedProperties":
      return { pointer: pointer + jsonPointer([String(params.unevaluatedProperty)]), reason: "is not a known key" };
    case "propertyNames":
      return {
        pointer: pointer + jsonPointer([String(params.propertyName)]),
        reason: `is not a valid key${because(errors.slice(0, -1))}`,
      };
    case "required":
      return { pointer, reason: `lacks ${JSON.stringify(params.missingProperty)}` };
    case "type":
      return { pointer, reason: `must be ${alternatives([params.type].flat().map(String))}` };
    case "enum":
      return { pointer, reason: `must be ${alternatives([params.allowedValues].flat().map(asJson))}` };
    case "const":
      return { pointer, reason: `must be ${asJson(params.allowedValue)}` };
    case "anyOf":
      return { pointer, reason: `fits none of the alternatives${because(errors.slice(0, -1))}` };
    case "oneOf":
      return Array.isArray(params.passingSchemas)
        ? { pointer, reason: "fits more than one alternative, and must fit exactly one" }
        : { pointer, reason: `fits none of the alternatives${because(errors.slice(0, -1))}` };
    default:
      return { pointer, reason: error.message ?? `breaks ${error.keyword}` };
  }
}

function because(errors: readonly ErrorObject[]): string {
  const told = [...new Set(errors.map((error) => reasonAt(firstProblem([error]))))];
  if (told.length === 0) return "";
  const rest = told.length > ALTERNATIVES_TOLD ? "; …" : "";
  return `: ${told.slice(0, ALTERNATIVES_TOLD).join("; ")}${rest}`;
}

function reasonAt({ pointer, reason }: SchemaProblem): string {
  return pointer === "" ? reason : `${pointer} ${reason}`;
}

function alternatives(names: readonly string[]): string {
  const last = names.at(-1) ?? "nothing";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}

function asJson(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
