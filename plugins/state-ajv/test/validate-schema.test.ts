import type { JsonObject } from "@varve/kernel";
import { describe, expect, test } from "vitest";
import { SchemaError, validateSchema } from "../src/index.ts";

/** As text: an object literal with `then` reads like a promise. */
const BRANCHES: JsonObject = JSON.parse('{"if":{"type":"number"},"then":{"minimum":3}}');

function refusalOf(schema: JsonObject): SchemaError {
  try {
    validateSchema(schema, {});
  } catch (error) {
    if (error instanceof SchemaError) return error;
    throw error;
  }
  throw new Error("the schema was taken");
}

describe("validateSchema", () => {
  test("has nothing to say about a value that fits", () => {
    expect(validateSchema({ type: "object", properties: { depth: { type: "integer" } } }, { depth: 2 })).toEqual([]);
  });

  const problems: readonly (readonly [string, JsonObject, unknown, string, string])[] = [
    [
      "the types that would do",
      { properties: { a: { type: ["string", "null"] } } },
      { a: 1 },
      "/a",
      "must be string or null",
    ],
    ["the values that would do", { items: { enum: ["a", "b", 3] } }, ["c"], "/0", 'must be "a", "b" or 3'],
    ["the one value that would do", { const: { a: 1 } }, 2, "", 'must be {"a":1}'],
    [
      "what each alternative wanted",
      { anyOf: [{ type: "number" }, { properties: { a: { minimum: 3 } }, type: "object" }] },
      { a: 1 },
      "",
      "fits none of the alternatives: must be number; /a must be >= 3",
    ],
    [
      "that one alternative was meant",
      { oneOf: [{ type: "number" }, { minimum: 1 }] },
      5,
      "",
      "fits more than one alternative, and must fit exactly one",
    ],
    [
      "a key of the wrong form",
      { propertyNames: { pattern: "^a" } },
      { b: 1 },
      "/b",
      'is not a valid key: must match pattern "^a"',
    ],
    [
      "a key that no part of the schema knows",
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      { a: 1, b: 2 },
      "/b",
      "is not a known key",
    ],
    ["the branch that applied", BRANCHES, 1, "", "must be >= 3"],
  ];
  test.each(problems)("tells %s", (_, schema, value, pointer, reason) => {
    expect(validateSchema(schema, value)).toEqual([{ pointer, reason }]);
  });

  test("leaves the value as it is: defaults only describe", () => {
    const value = Object.freeze({});
    expect(validateSchema({ properties: { a: { default: 1 } } }, value)).toEqual([]);
    expect(value).toEqual({});
  });

  test("takes options that carry functions, which a schema says nothing about", () => {
    expect(validateSchema({ type: "object" }, { clock: () => 0 })).toEqual([]);
  });

  test("fault 75: a prototype key in options is refused wherever it stands", () => {
    const options: unknown = JSON.parse('{"headers":{"__proto__":{"x":1}}}');
    expect(validateSchema({ type: "object" }, options)).toMatchObject([{ pointer: "/headers/__proto__" }]);
  });

  test("looks into options that contain themselves only once", () => {
    const options: { self?: unknown } = {};
    options.self = options;
    expect(validateSchema({ type: "object" }, options)).toEqual([]);
  });

  test("tells schemas with one $id apart by what they say", () => {
    expect(validateSchema({ $id: "https://example.org/a", type: "string" }, 1)).toHaveLength(1);
    expect(validateSchema({ $id: "https://example.org/a", type: "number" }, 1)).toEqual([]);
  });

  test("sees that a schema which is not frozen has changed", () => {
    const schema = { type: "string" };
    expect(validateSchema(schema, 1)).toHaveLength(1);
    schema.type = "number";
    expect(validateSchema(schema, 1)).toEqual([]);
  });
});

describe("a schema that is wrong itself", () => {
  const wrong: readonly (readonly [string, JsonObject, string | null, string | null])[] = [
    ["an unknown keyword", { properties: { a: { requird: ["b"] } } }, "requird", null],
    ["a type that is none", { type: "objekt" }, "type", "/type"],
    ["a bound that is no number", { properties: { a: { minimum: "x" } } }, "minimum", "/properties/a/minimum"],
    ["a list where a keyword is needed", { allOf: [{ type: "string" }, { enum: "a" }] }, "enum", "/allOf/1/enum"],
    ["a reference to nowhere", { $ref: "#/$defs/missing" }, "$ref", null],
    ["a reference to another place", { $ref: "https://example.org/other" }, "$ref", null],
    ["another dialect", { $schema: "http://json-schema.org/draft-07/schema#" }, "$schema", null],
    ["a pattern that is none", { pattern: "(" }, "pattern", null],
    ["an unknown format", { format: "emial" }, "format", null],
    ["an asynchronous schema", { $async: true, type: "object" }, "$async", null],
    ["an asynchronous part", { properties: { a: { $async: true, type: "string" } } }, "$async", null],
  ];
  test.each(wrong)("is refused by the keyword: %s", (_, schema, keyword, pointer) => {
    const error = refusalOf(schema);
    expect(error).toMatchObject({ code: "PLUGIN", keyword, pointer });
    expect(error.message).toContain(keyword);
  });
});
