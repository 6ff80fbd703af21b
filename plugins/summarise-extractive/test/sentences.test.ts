import { describe, expect, it } from "vitest";
import { sentencesOf } from "../src/sentences.ts";
import { termsOf } from "../src/terms.ts";

describe("sentences", () => {
  it("are found in Chinese, Japanese, Korean and English alike", () => {
    expect(sentencesOf("我们决定使用WAL模式。因为读多写少！")).toEqual(["我们决定使用WAL模式。", "因为读多写少！"]);
    expect(sentencesOf("原因は接続数の上限でした。設定を直します。")).toEqual([
      "原因は接続数の上限でした。",
      "設定を直します。",
    ]);
    expect(sentencesOf("원인은 시간 초과입니다. 값을 바꿨습니다.")).toEqual([
      "원인은 시간 초과입니다.",
      "값을 바꿨습니다.",
    ]);
    expect(sentencesOf("The cause is the pool. I raised the limit!")).toEqual([
      "The cause is the pool.",
      "I raised the limit!",
    ]);
  });

  it("leave out code blocks and the marks of lists and headings", () => {
    const text =
      "## What I found\n\n- The lock is never released.\n\n```ts\nawait lock.release();\n```\n\n1. Release it in finally.";
    expect(sentencesOf(text)).toEqual(["What I found", "The lock is never released.", "Release it in finally."]);
  });

  it("are cut where they are endless", () => {
    const [first = "", ...rest] = sentencesOf("word ".repeat(5_000));
    expect(first.length).toBeLessThanOrEqual(320);
    expect(rest.length).toBeLessThan(10);
  });
});

describe("terms", () => {
  it("are words in lower case, and pairs of characters where no blanks part the words", () => {
    expect(termsOf("The lock, the Lock!")).toEqual(["the", "lock"]);
    expect(termsOf("数据库锁")).toEqual(["数据", "据库", "库锁"]);
  });
});
