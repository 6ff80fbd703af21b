// index.ts
export { SchemaError } from "./schema-error.ts";
export { validateSchema } from "./validate-schema.ts";
declare const _default: import("@varve/kernel").Plugin<undefined>;
export default _default;

// schema-error.ts
import { type JsonObject, VarveError } from "@varve/kernel";
import type { ErrorObject } from "ajv/dist/2020.js";
export declare class SchemaError extends VarveError {
    readonly keyword: string | null;
    readonly pointer: string | null;
    constructor(keyword: string | null, reason: string, options?: {
        readonly pointer?: string;
        readonly cause?: unknown;
    });
}
export declare function malformedSchema(errors: readonly ErrorObject[]): SchemaError;
export declare function uncompilableSchema(schema: JsonObject, cause: unknown): SchemaError;

// validate-schema.ts
import type { JsonObject, SchemaProblem } from "@varve/kernel";
export declare function schemaProblem(schema: JsonObject, value: unknown): SchemaProblem | null;
export declare function validateSchema(schema: JsonObject, value: unknown): readonly SchemaProblem[];
