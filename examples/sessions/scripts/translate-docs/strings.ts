import { editFile, grep, readFile, run, spaced } from "../../calls.ts";
import { answer, type Step, user } from "../../session.ts";

const COMPARE =
  'const read = (name) => JSON.parse(require("node:fs").readFileSync("strings/" + name + ".json", "utf8")); const ja = read("ja"); const en = read("en"); for (const key of Object.keys(ja)) { const slots = (text) => (text.match(/\\{\\w+\\}/g) ?? []).join(); if (!(key in en)) console.log("無い / missing:", key, "=", ja[key]); else if (slots(ja[key]) !== slots(en[key])) console.log("穴が違う / slots differ:", key); } console.log(Object.keys(ja).length, "keys");';

/** Part 2, in Japanese: the words on the screen. */
export const strings: readonly Step[] = [
  user(
    "ありがとうございます。180 日の件は助かりました。はい、画面の文言も見てください。足りないものを足して、ハンドブックと同じ言葉にしてください。" +
      "「Ship」は現場で船便と間違われたことがあります。",
  ),
  answer({
    says: "英語の文言を読み、鍵を日本語と比べます。",
    calls: [readFile("strings/en.json"), run(["node", "-e", COMPARE])].map(spaced),
    resultOrder: [1, 0],
  }),
  answer({
    thinks:
      "足りない: hold_expired, back_order, return, call。Ship → Dispatch (T-04)。hold は On hold → Reserved。back_order は shipping の訳で「waits for goods receipt」とした。短く: Waiting for goods receipt。",
    says: '四つ足りません。用語集に合わせて足し、"Ship" は T-04 の "Dispatch" に、"On hold" は T-07 に合わせて "Reserved" にします。',
    calls: [
      editFile(
        "strings/en.json",
        '  "hold": "On hold",\n  "dispatch": "Ship",\n',
        '  "hold": "Reserved",\n  "hold_expired": "The reservation is gone",\n  "back_order": "Waiting for goods receipt",\n  "dispatch": "Dispatch",\n  "return": "Accept a return",\n',
      ),
      editFile(
        "strings/en.json",
        '"count_differs": "Discrepancy: {count}"',
        '"count_differs": "Discrepancy: {number} packs",\n  "call": "Call the person in charge"',
      ),
      run(["node", "-e", COMPARE]),
    ].map(spaced),
  }),
  answer({
    says: "`{count}` を `{number}` と書き間違えました。これでは画面に数が出ません。直してもう一度比べます。",
    calls: [
      editFile("strings/en.json", "{number} packs", "{count} packs"),
      run(["node", "-e", COMPARE]),
      grep("Ship|ship", "strings"),
    ].map(spaced),
  }),
  answer({
    says:
      "画面の文言は九つとも揃い、ハンドブックと同じ言葉になりました。`Ship` はもうどこにもありません。" +
      '"Discrepancy: {count} packs" は、日本語の「{count} 個」に合わせて packs を足しました。',
  }),
];
