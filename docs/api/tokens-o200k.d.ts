// index.ts
export { countItem, ITEM_OVERHEAD } from "./item.ts";
export { LONGEST_RUN } from "./long-runs.ts";
export { countText } from "./text.ts";
declare const _default: import("@varve/kernel").Plugin<undefined>;
export default _default;

// item.ts
import { type InputItem } from "@varve/kernel";
export declare const ITEM_OVERHEAD: {
    readonly message: 4;
    readonly tool_call: 12;
    readonly tool_result: 10;
    readonly reasoning: 4;
    readonly opaque: 4;
};
export declare function countItem(item: InputItem, model: string | null): number;

// long-runs.ts
export declare const LONGEST_RUN = 512;
export declare function cutPoints(text: string): readonly number[];

// text.ts
export declare function countText(text: string): number;
