import { definePlugin, type Plugin, type PluginKernel } from "@varve/kernel";
import { entryFile } from "./entry-file.ts";
import { CacheLedger } from "./ledger.ts";
import { type CacheLedgerPluginOptions, ledgerOptions, optionsSchema } from "./options.ts";

export { type Balance, type CompactionLine, TOKEN_WORTH } from "./compaction-account.ts";
export type { Difference } from "./difference.ts";
export { CacheLedger, type CacheLedgerOptions, type LedgerEntry } from "./ledger.ts";
export type { LedgerCall, Purpose } from "./ledger-call.ts";
export type { LedgerLine } from "./ledger-line.ts";
export {
  type CacheLedgerPluginOptions,
  type PriceOptions,
  priceTable,
  type RateOptions,
  type RuleOptions,
} from "./options.ts";
export { type Cost, costOf, type Price, type PriceTable, priceOf, type Rates } from "./prices/price.ts";
export { PRICES } from "./prices/table.ts";
export type { Losses, MissReason } from "./reason.ts";
export type { RuleName, Terms } from "./rules/cache-rule.ts";
export type { RuleOverride } from "./rules/rule-for.ts";
export type { Segment } from "./segment.ts";
export type { RequestTotals, Totals } from "./totals.ts";

const NAME = "@varve/cache-ledger";

/** Keeps a ledger of every model call, and writes it to a file where one is named. */
export default definePlugin<CacheLedgerPluginOptions>({
  name: NAME,
  api: 1,
  options: optionsSchema,
  apply(kernel, options) {
    const { path } = options;
    const onEntry = path === undefined ? {} : { onEntry: entryFile(NAME, path) };
    watch(kernel, new CacheLedger({ ...ledgerOptions(options), ...onEntry }));
  },
});

/** The same plugin around a ledger that the caller holds, and reads. */
export function cacheLedger(ledger: CacheLedger): Plugin {
  return definePlugin({ name: NAME, api: 1, apply: (kernel) => watch(kernel, ledger) });
}

function watch({ events }: PluginKernel, ledger: CacheLedger): void {
  events.invoked.tap(NAME, (call) => void ledger.observe(call));
  events.compacted.tap(NAME, ({ record }) => ledger.compacted(record));
}
