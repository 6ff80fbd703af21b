import { Bench } from "./bench.ts";
import { errorOf, isClaimed, notAnswered, rulesFor } from "./check.ts";
import type { ConformanceOptions } from "./settings.ts";
import type { MakeSubject } from "./subject.ts";

/** What is needed of a test runner: those of vitest and of node:test fit as they are. */
export interface TestFunctions {
  /** Groups tests; the body may be asynchronous. */
  readonly describe: (name: string, body: () => void | Promise<void>) => unknown;
  readonly it: ((name: string, body: () => Promise<void>) => unknown) & {
    readonly skip: (name: string, body: () => Promise<void>) => unknown;
  };
}

/**
 * Makes a test of every rule that holds for a plugin: of the hook points that it answers, and of the claims that it makes.
 *
 * ```ts
 * import { conformance } from "@varve/conformance";
 * import { describe, it } from "vitest"; // or from "node:test"
 * import plugin from "../src/index.ts";
 *
 * conformance({ describe, it }, () => ({ plugin, options: {} }), { claims: ["deterministic"] });
 * ```
 *
 * @param make gives the plugin anew, with options under which it answers
 */
export function conformance<Options>(
  { describe, it }: TestFunctions,
  make: MakeSubject<Options>,
  options: ConformanceOptions = {},
): void {
  describe("conformance", async () => {
    const bench = await attempted(() => Bench.of(make, options));
    if (bench instanceof Error) {
      it("plugin/applies: it can be made and applied", () => Promise.reject(bench));
      return;
    }
    const left = notAnswered(bench);
    const untold = left.length === 0 ? "" : `; not answered, so not checked: ${left.join(", ")}`;
    describe(`${bench.plugin} answers ${[...bench.operations].join(", ") || "nothing"}${untold}`, () => {
      for (const { rule } of rulesFor(bench)) {
        const name = `${rule.id}: ${rule.says}`;
        if (!isClaimed(rule, bench)) {
          it.skip(`${name} (${rule.claim} is not claimed)`, async () => undefined);
          continue;
        }
        it(name, async () => {
          const error = await errorOf(rule, bench);
          if (error !== null) throw error;
        });
      }
    });
  });
}

/** What the work gives, or the error that it ends in: outside of a test, nobody would report it by name. */
async function attempted<T>(work: () => Promise<T>): Promise<T | Error> {
  try {
    return await work();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
