import { ANTHROPIC_PRICES } from "./anthropic.ts";
import { OPENAI_PRICES } from "./openai.ts";
import type { PriceTable } from "./price.ts";

/** The prices that the ledger goes by where the user says nothing else, by model. */
export const PRICES: PriceTable = Object.freeze({ ...OPENAI_PRICES, ...ANTHROPIC_PRICES });
