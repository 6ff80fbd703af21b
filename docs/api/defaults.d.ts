// index.ts
export { type DefaultChoices, defaults } from "./defaults.ts";
export { DEFAULT_MODEL } from "./models.ts";

// defaults.ts
import type { VarveConfig } from "@varve/config";
import { type Installation } from "@varve/kernel";
export interface DefaultChoices {
    readonly model?: "present" | "absent";
    readonly network?: "allowed" | "refused";
}
export declare function defaults(config: VarveConfig, choices?: DefaultChoices): readonly Installation[];

// models.ts
import { type ModelConfig, type VarveConfig } from "@varve/config";
import { type Installation } from "@varve/kernel";
import type { SummariseModelOptions } from "@varve/summarise-model";
export declare const DEFAULT_MODEL = "gpt-6.1-sol";
export declare function modelPlugin(model: ModelConfig | null, from: string): Installation;
export declare function summariserPlugin({ model, summariser }: VarveConfig, from: string): Installation | null;
export declare function summariserOptions({ summariser }: VarveConfig): SummariseModelOptions;
