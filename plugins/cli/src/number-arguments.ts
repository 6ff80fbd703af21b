import { InvalidArgumentError } from "commander";

/** @throws InvalidArgumentError for anything but a whole number above 0; digits may be grouped with `_` */
export function tokensArgument(given: string): number {
  const tokens = Number(given.replaceAll("_", ""));
  if (/^\d[\d_]*$/.test(given) && Number.isSafeInteger(tokens) && tokens > 0) return tokens;
  throw new InvalidArgumentError("It takes a whole number of tokens above 0, as in 20000 or 20_000.");
}

/** @throws InvalidArgumentError for anything but a number above 0 and at most 1 */
export function shareArgument(given: string): number {
  const share = Number(given);
  if (given.trim() !== "" && share > 0 && share <= 1) return share;
  throw new InvalidArgumentError("It takes a number above 0 and at most 1, as in 0.75.");
}

/** @throws InvalidArgumentError for anything but a whole number from 1 */
export function callArgument(given: string): number {
  const call = Number(given);
  if (/^\d+$/.test(given) && Number.isSafeInteger(call) && call > 0) return call;
  throw new InvalidArgumentError("It takes the number of a call, from 1.");
}
