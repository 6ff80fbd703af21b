/** One locale for everybody: the same replay prints the same text on every machine. */
const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** `12,345`. */
export function whole(value: number): string {
  return WHOLE.format(value);
}

/** `1 call`, `2 calls`. */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  return `${whole(value)} ${value === 1 ? singular : plural}`;
}

/** `92.3 %` of a whole; rounded down, so that only everything is `100 %`. */
export function percentage(part: number, of: number): string {
  if (of <= 0) return "0 %";
  const tenths = Math.floor((part / of) * 1_000);
  return tenths === 1_000 ? "100 %" : `${(tenths / 10).toFixed(1)} %`;
}

/** `840 ms`, `3.2 s`. */
export function duration(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** `US$ 1.23`, `US$ 0.0042`: two digits that say something. */
export function dollars(usd: number): string {
  return `US$ ${usd >= 1 || usd === 0 ? usd.toFixed(2) : usd.toFixed(Math.min(6, 1 - Math.floor(Math.log10(usd))))}`;
}
