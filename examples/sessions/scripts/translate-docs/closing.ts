import { grep, readFile, run, spaced, writeFile } from "../../calls.ts";
import { answer, type Step, user } from "../../session.ts";

/** Part 4, in Japanese again: the last chapter, and notes that mix the three languages. */
export const closing: readonly Step[] = [
  user(
    "林さんへの対応、ありがとうございました。最後に en/storage.md も訳してください。それから、今日変えたことを notes/2031-04-10.md に日本語でまとめてください。" +
      "林さんのための短い中国語の要約と、英語の一行も付けてください。最初に見つけた数字の間違いは、どの章の何日でしたか。それも書いてください。",
  ),
  answer({
    says: "原文はもう読みました。中国語の訳の数字と、英語の storage が本当に無いことだけ確かめます。",
    calls: [readFile("zh/storage.md"), readFile("en/storage.md")].map(spaced),
  }),
  answer({
    calls: [
      writeFile(
        "en/storage.md",
        `# Storage

Tea suffers from light, heat and humidity. The warehouse has three places, each with rules of its own.

## Places

| place | temperature | humidity | what goes there |
| --- | --- | --- | --- |
| hall | 15 to 22 degrees | at most 50 % | black tea, rooibos, tins, strainers |
| loft | 12 to 18 degrees | at most 45 % | green tea, white tea, oolong |
| dock | no rule | no rule | only what leaves within 24 hours |

## Every day

Read temperature and humidity at 8 and at 14 o'clock and write them into the table. If humidity is above 60 %, start the
dehumidifier and read again after 30 minutes. If it has not fallen by then, ring the person in charge, at night as well.

## How to put things

- Never on the floor, always on a pallet.
- 20 centimetres from the wall.
- Older goods in front; the nearest best-before date leaves first.
- **Mint passes on its smell: keep it 3 metres or more from any other tea.**
- Do not mix two lot numbers on one shelf.

## Stock count

The stock count is every Saturday at 17 o'clock, in pairs: one counts, the other writes. Who writes must not look at the
numbers of the system. Where the discrepancy is 3 packs or more, two other people count again.
`,
      ),
      run("node tools/check-numbers.js ja en"),
      run("node tools/check-terms.js ja en"),
    ].map(spaced),
    resultOrder: [0, 2, 1],
  }),
  answer({
    thinks:
      "全部合った。メモを書く。最初の間違い: receiving、賞味期限 180 日 → 120 日。ほかに 16時/4 pm、{count}、半小时。",
    says: "四章すべて、数字も用語も合いました。メモを書きます。",
    calls: [
      writeFile(
        "notes/2031-04-10.md",
        `# 2031-04-10 の変更

## 英語 (en/)

- receiving: 「賞味期限まで 180 日より短いものは受け取らない」の 180 日が **120 日** になっていた。直した。今日見つけた最初の、いちばん重い間違い。
- receiving: 「差異があったとき」の節を足した。
- shipping: 全部訳した。題は用語集に合わせて "Reservation and dispatch"。
- returns、storage: 新しく訳した。
- strings/en.json: 足りない四つを足し、"Ship" を "Dispatch" に変えた。

## 中国語 (zh/)

- storage を訳した。ほかの三章はまだない。

## 给林晓的摘要

"储存"一章已经译好（zh/storage.md）。阁楼 12〜18 度，一楼仓库 15〜22 度，薄荷离其他茶叶 3 米以上（粗体）。数字和术语都用工具检查过。写盘点数的人为什么不能看系统的数，原文没有写理由。

## In one line

The English handbook is complete, one dangerous number (120 instead of 180 days, receiving) is mended, and Chinese has its first chapter.
`,
      ),
      grep("120|半小时|4 pm|Ship", "."),
      run("node tools/check-numbers.js ja zh"),
    ].map(spaced),
    resultOrder: [2, 0, 1],
  }),
  answer({
    says:
      "終わりました。\n\n- `en/` は四章すべて揃い、数字と用語の確認に通りました。\n- `zh/` は storage だけです (check-numbers が残りの三章を missing と言うのはそのためです)。\n" +
      "- 最初に見つけた間違いは **receiving の賞味期限、180 日が 120 日** でした。`notes/2031-04-10.md` の最初の行に書きました。\n" +
      "\n`120` と `4 pm` は、メモの中にしか残っていません。",
  }),
];
