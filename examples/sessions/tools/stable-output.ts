/** A stack frame inside Node.js; the last one of an error may open the braces of its properties. */
const NODE_FRAME = /^( +)at .*\bnode:[\w/]+:\d+:\d+\)?( \{)?\n/gm;

/**
 * What a command printed, without what differs from run to run or from one Node.js to the next: durations become `0 ms`,
 * and stack frames inside Node.js are left out. A harness that wants its windows to be cached does the same.
 */
export function stableOutput(printed: string): string {
  return printed
    .replace(NODE_FRAME, (_frame, indent: string, brace: string | undefined) =>
      brace === undefined ? "" : `${indent}{\n`,
    )
    .replace(/\(\d+(?:\.\d+)?ms\)/g, "(0 ms)")
    .replace(/\bduration_ms \d+(?:\.\d+)?/g, "duration_ms 0")
    .replace(/^Node\.js v\d+\.\d+\.\d+$/gm, "Node.js");
}
