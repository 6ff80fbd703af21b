import type { LoadedConfig } from "@varve/config";
import { install, type Kernel, limitsFor } from "@varve/kernel";
import type { SqliteStore } from "@varve/store-sqlite";
import type { Recording } from "@varve/transcripts";
import { configuredKernel } from "./configured-kernel.ts";
import { UsageError } from "./exit.ts";
import { isolated } from "./replay-store.ts";

/** The default plugin that a recording's own instructions are handed to. */
const SYSTEM_PROMPT = "@varve/section-system-prompt";

/**
 * The configured kernel, kept from everything real: no network, no model, no log, and a store of its own. A recording's own
 * instructions are the system prompt where the configuration names none.
 *
 * @throws UsageError when the kernel cannot be put together, or only with a network
 */
export async function replayKernel(
  loaded: LoadedConfig,
  { instructions }: Pick<Recording, "instructions">,
  store: SqliteStore,
): Promise<Kernel> {
  const { config } = loaded;
  refuseAddresses(loaded);
  const text =
    config.prompt.system === null && instructions !== null && instructions.trim() !== "" ? instructions : null;
  return configuredKernel(
    { ...loaded, config: { ...config, log: null, ledger: null } },
    {
      choices: { model: "absent", network: "refused" },
      installed: (installations) => [
        ...installations.map((each) =>
          text !== null && each.plugin.name === SYSTEM_PROMPT ? { ...each, options: { text } } : each,
        ),
        install(isolated(store), undefined, "varve replay"),
      ],
    },
  );
}

function refuseAddresses({ file, config: { agents } }: LoadedConfig): void {
  const [id] = Object.entries(agents).find(([, agent]) => "cardUrl" in agent) ?? [];
  if (id === undefined) return;
  throw new UsageError(
    `${file ?? "The configuration"}: agents.${id}.card_url is an address, and a replay has no network. Save the card as a file, and name it as card.`,
  );
}

/** Above this many tokens a window is compacted by the default trigger. */
export function lineTokensOf({ model }: Kernel, { config: { context } }: LoadedConfig): number {
  return limitsFor(context, model).triggerTokens;
}
