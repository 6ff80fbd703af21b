// index.ts
import { type Plugin } from "@varve/kernel";
import { SqliteStore } from "./sqlite-store.ts";
export { SqliteStore } from "./sqlite-store.ts";
export interface StoreSqliteOptions {
    readonly path: string;
}
declare const _default: Plugin<StoreSqliteOptions>;
export default _default;
export declare function storeSqlite(store: SqliteStore): Plugin;

// sqlite-store.ts
import { type PersistenceReadContext, type PersistenceReadResult, type PersistenceWriteContext, type Stored } from "@varve/kernel";
export declare class SqliteStore {
    #private;
    constructor(path: string, { busyTimeoutMs }?: {
        readonly busyTimeoutMs?: number;
    });
    write({ taskId, write, baseVersion, signal }: PersistenceWriteContext): Stored;
    read({ taskId, read }: PersistenceReadContext): PersistenceReadResult;
    close(): void;
}
