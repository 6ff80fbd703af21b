/** Who made the items that this package sends back, and whose requests it writes. */
export const PROVIDER = "anthropic";
