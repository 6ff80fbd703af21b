import { conversation } from "@varve/test-builders";
import { describe, expect, it } from "vitest";
import { failuresIn } from "../src/failures.ts";
import { passagesOf } from "../src/passages.ts";

function failures(talk: ReturnType<typeof conversation>) {
  return failuresIn(passagesOf(talk.entries(), []));
}

describe("failures", () => {
  it("are the first lines of failed results, whatever they say, with the tool that failed", () => {
    const talk = conversation().call("deploy").failure("quota reached for eu-west\nsee console");
    expect(failures(talk)).toMatchObject([
      { tool: "deploy", text: "quota reached for eu-west", failed: true, times: 1 },
    ]);
  });

  it("are lines that tell of an error in any result, in several languages", () => {
    const talk = conversation()
      .exchange("bash", {}, "ok 12\nsrc/a.ts(3,7): error TS2304: Cannot find name 'lock'.\ndone")
      .exchange("bash", {}, "编译失败：缺少模块")
      .exchange("bash", {}, "エラー: 接続できません");
    expect(failures(talk).map(({ text }) => text)).toEqual([
      "エラー: 接続できません",
      "编译失败：缺少模块",
      "src/a.ts(3,7): error TS2304: Cannot find name 'lock'.",
    ]);
  });

  it("are told once with how often they came, and as they came last", () => {
    const talk = conversation()
      .exchange("bash", {}, "Error: connect timeout after 300 ms")
      .exchange("bash", {}, "Error: connect timeout after 500 ms");
    expect(failures(talk)).toMatchObject([{ text: "Error: connect timeout after 500 ms", times: 2 }]);
  });

  it("are not source code and listings that mention errors", () => {
    const talk = conversation().exchange(
      "read",
      {},
      'throw new Error("x");\n  catch (error) {\n12 | the error is logged\n"error": "#ff0000",\nexcept ValueError:\n// error handling',
    );
    expect(failures(talk)).toEqual([]);
  });
});
