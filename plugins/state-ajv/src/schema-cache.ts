import { canonicalJson, type JsonObject } from "@varve/kernel";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { malformedSchema, SchemaError, uncompilableSchema } from "./schema-error.ts";

/** Compiled schemas that are kept. A kernel describes a handful; the bound is for those who make schemas as they go. */
const KEPT = 200;

/** Compiles each schema once, whatever object it comes in, and keeps a bounded number of them. */
export class SchemaCache {
  /** Schemas compiled so far. */
  compilations = 0;
  readonly #byIdentity = new WeakMap<JsonObject, ValidateFunction>();
  readonly #byContent = new Map<string, ValidateFunction>();
  readonly #ajv = new Ajv2020({
    // Unknown keywords and formats are typing errors. Ajv's other strict rules forbid schemas that are correct.
    strictSchema: true,
    strictNumbers: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allErrors: false,
    addUsedSchema: false,
    formats: fullFormats,
    logger: false,
  });

  /** @throws SchemaError naming the keyword that is wrong */
  validator(schema: JsonObject): ValidateFunction {
    const known = this.#byIdentity.get(schema);
    if (known !== undefined) return known;
    const content = canonicalJson(schema);
    const validator = this.#byContent.get(content) ?? this.#compile(schema);
    this.#byContent.delete(content);
    this.#byContent.set(content, validator);
    for (const oldest of this.#byContent.keys()) {
      if (this.#byContent.size <= KEPT) break;
      this.#byContent.delete(oldest);
    }
    // An object that can still change says nothing about its content.
    if (Object.isFrozen(schema)) this.#byIdentity.set(schema, validator);
    return validator;
  }

  #compile(schema: JsonObject): ValidateFunction {
    // Validation would become a promise, which is truthy whatever it comes to.
    if ("$async" in schema) throw new SchemaError("$async", "is not supported");
    let isWellFormed: unknown;
    try {
      isWellFormed = this.#ajv.validateSchema(schema);
    } catch (cause) {
      throw uncompilableSchema(schema, cause);
    }
    if (isWellFormed !== true) throw malformedSchema(this.#ajv.errors ?? []);
    try {
      this.compilations += 1;
      return this.#ajv.compile(schema);
    } catch (cause) {
      throw uncompilableSchema(schema, cause);
    } finally {
      // Ajv keeps what it compiled for ever, by identity; what is kept is decided above.
      this.#ajv.removeSchema(schema);
    }
  }
}
