import { oneLine, shorten } from "./one-line.ts";
import type { Passage } from "./passages.ts";

/** A line of a tool's output that tells of a failure. */
export interface Failure {
  readonly tool: string;
  readonly text: string;
  /** The last passage in which it occurred. */
  readonly last: number;
  readonly times: number;
  /** The result itself was marked as failed, and not only its text reads so. */
  readonly failed: boolean;
}

const LONGEST = 260;
const LINES_OF_A_FAILED_RESULT = 3;
const LINES_OF_ANOTHER_RESULT = 3;

/** What tools write when something went wrong, in the languages that their messages come in. */
const FAILURE =
  /(?<![\w.])(?:[A-Z]\w*(?:Error|Exception)|[\w.]*(?:Error|Exception)(?=:)|[Ee]rror(?!\w)|fatal|panic|FAIL(?:ED|URE)?|Traceback|ERR!|E(?:ACCES|ADDRINUSE|BUSY|CONN[A-Z]+|EXIST|INVAL|ISDIR|MFILE|NOENT|NOSPC|NOTDIR|NOTEMPTY|NOTFOUND|PERM|PIPE|RESOLVE|TIMEDOUT)|exit(?:ed with)? code [1-9]\d*|command not found|permission denied|no such file)\b|错误|失败|异常|錯誤|失敗|エラー|例外|오류|실패|에러|예외|Fehler|[Оо]шибка|[Ee]rreur|[Éé]chec/u;
/** A line of source code or of a listing that mentions errors is no failure. */
const LISTING =
  /[{};,(]\s*$|=>|^\s*["'`|<]|^\s*\d+(?:\s|[:|-]\s)|^\s*(?:\S+:\d+:\s*)?(?:import|export|throw|catch|except|raise|class|def|function|const|let|var|return|if|elif|case|assert|expect|this|self|\/\/|\*|#)\b|^\s*(?:\/\/|\*|\/\*|#|[-+]\s)/;
/** What a trace consists of below its first line. */
const FRAME = /^\s*(?:at\s|File "|from\s|\^+|~+|\.\.\.)/;

/** The failure lines of all tool results, each once with how often it occurred, the latest first. */
export function failuresIn(passages: readonly Passage[]): readonly Failure[] {
  const found = new Map<string, Failure>();
  for (const passage of passages) {
    if (passage.speaker !== "tool") continue;
    for (const text of failureLines(passage)) {
      const tool = passage.from ?? "tool";
      const key = `${tool} ${text.replace(/\d+/g, "0")}`;
      const times = (found.get(key)?.times ?? 0) + 1;
      found.delete(key);
      found.set(key, { tool, text, last: passage.index, times, failed: passage.failed === true });
    }
  }
  return [...found.values()].sort((a, b) => Number(b.failed) - Number(a.failed) || b.last - a.last);
}

function failureLines({ text, failed }: Passage): readonly string[] {
  const lines = text.split("\n");
  if (failed === true) {
    const telling = lines.filter((line) => line.trim() !== "" && !FRAME.test(line)).map(clean);
    const [first, ...rest] = telling;
    if (first === undefined) return [];
    return [first, ...rest.filter((line) => FAILURE.test(line)).slice(0, LINES_OF_A_FAILED_RESULT - 1)];
  }
  const found: string[] = [];
  for (const line of lines) {
    // The beginning of a line says what it is; the rest of a very long one is not searched.
    const head = line.slice(0, 600);
    if (FAILURE.test(head) && !LISTING.test(head) && !FRAME.test(head)) found.push(clean(head));
    if (found.length === LINES_OF_ANOTHER_RESULT) break;
  }
  return found;
}

function clean(line: string): string {
  return shorten(oneLine(line.slice(0, 2_000)), LONGEST);
}
