import { hash } from "node:crypto";

/** Hexadecimal digits that are kept: 64 bits tell the segments of any number of tasks apart. */
const DIGITS = 16;

/** What stands for a content in the ledger: the beginning of its SHA-256. Two contents with one digest are taken for the same. */
export function digest(content: string): string {
  return hash("sha256", content, "hex").slice(0, DIGITS);
}
