import { editFile, grep, listFiles, readFile, run, spaced, writeFile } from "../../calls.ts";
import { answer, type Step, user } from "../../session.ts";

/** Part 1, in Japanese: the English handbook is finished, and a wrong number is found. */
export const english: readonly Step[] = [
  user(
    "ハンドブックの英訳が途中で止まっています。まず今の状態を調べてください。そのあと receiving を直し、shipping と returns を訳してください。" +
      "storage は最後でかまいません。数字の間違いは現場の事故になるので、道具で必ず確認してください。原文 (ja/) は変えないでください。",
  ),
  answer({
    thinks: "まず README と用語集を読み、何があるかを見る。作業はそれから。",
    says: "わかりました。まず全体の様子と、用語の決まりを見ます。",
    calls: [listFiles("."), readFile("README.md"), readFile("glossary.csv")].map(spaced),
  }),
  answer({
    calls: [
      run("node tools/coverage.js"),
      run("node tools/check-numbers.js ja en"),
      run("node tools/check-terms.js ja en"),
    ].map(spaced),
    resultOrder: [2, 0, 1],
  }),
  answer({
    thinks:
      "receiving: 180 が 120 になっている。危ない。「差異があったとき」の節も無い。shipping は中身がない。returns と storage は無い。原文と訳を並べて読む。",
    says: "`en/receiving.md` に数字の間違いがあります。原文の **180** 日が **120** 日になっていて、節も一つ足りません。`shipping` は見出しだけ、`returns` と `storage` はまだありません。原文と訳を並べて読みます。",
    calls: [readFile("ja/receiving.md"), readFile("en/receiving.md")].map(spaced),
  }),
  answer({
    says: "120 を 180 に直し、抜けている「差異があったとき」の節を足します。",
    calls: [
      editFile(
        "en/receiving.md",
        "- Refuse what has less than 120 days to its best-before date.",
        "- Refuse what has less than 180 days to its best-before date.",
      ),
      editFile(
        "en/receiving.md",
        "- Enter the lot number into the system. Tea without a number must not be taken to its place.\n",
        `- Enter the lot number into the system. Tea without a number must not be taken into storage.

## If there is a discrepancy

If the count differs from the delivery note, enter what you counted, not what the delivery note says. Write the difference
into the field "discrepancy", and tell the person in charge by 4 pm of the same day. Do not ring the supplier yourself: the
person in charge speaks to suppliers about everything together.
`,
      ),
      run("node tools/check-numbers.js ja en receiving"),
    ].map(spaced),
    resultOrder: [1, 0, 2],
  }),
  answer({
    thinks: "16時を 4 pm と書いたので道具が止めた。7時と15時も 24 時間制で書いてあるから、揃えるのが正しい。",
    says: '「16 時」を "4 pm" と訳したので、道具が見つけました。この章は 24 時間制なので、そちらに揃えます。',
    calls: [
      editFile("en/receiving.md", "by 4 pm of the same day", "by 16 o'clock of the same day"),
      run("node tools/check-numbers.js ja en receiving"),
    ].map(spaced),
  }),
  answer({
    calls: [readFile("ja/shipping.md"), readFile("ja/returns.md"), grep("𠮷|吉", ".")].map(spaced),
    resultOrder: [2, 0, 1],
  }),
  answer({
    thinks:
      "shipping の題は「引き当てと出荷」。用語集: reservation, dispatch。今の en の題 Allocation and shipping は用語に反する。𠮷野商店はそのまま。「1/2」「2/2」もそのまま。📦 も残す。",
    says: '題の "Allocation and shipping" は用語集 (T-07 reservation、T-04 dispatch) と違うので、題から書き直します。𠮷野商店の「𠮷」はそのまま残します。',
    calls: [
      writeFile(
        "en/shipping.md",
        `# Reservation and dispatch

## Reservation

When an order comes in, the system holds its goods for 45 minutes. After 45 minutes without payment the reservation is gone.
If a customer pays for a reservation that is gone, the goods are not sent: the money goes back, with a voucher of 5 euros.

A reservation is all or nothing. If a single line is short, no line is held.

## Packing

1. Print the order slip and collect the goods from the shelves, in the order of the slip.
2. Wrap tins in two layers of padding. One layer is enough for strainers.
3. A box weighs 15 kilograms at most. If it would weigh more, split it and write "1/2" and "2/2" on the two boxes.
4. White tea is crushed easily: put it on top. 📦

## Dispatch

- What is paid by 13 o'clock is dispatched on the same day. Later payments wait for the next working day.
- On Saturdays dispatch ends at 11 o'clock.
- The name on the label is printed in the letters that the customer wrote. If 𠮷野商店 has come out with 吉 in place of 𠮷,
  print it again.

## When nothing can be sent

If no location has the goods, put the order on the list of those that wait for goods receipt, and tell the customer on the
same day. When an order has waited for more than 10 days, the person in charge proposes something else.
`,
      ),
      writeFile(
        "en/returns.md",
        `# Returns

## Acceptance

We accept a return within 14 days of delivery. Opened tea is taken back only if there is something wrong with it. Tins and
strainers need no reason, as long as they have not been used.

## Inspection

- Take 2 photographs before you open the box.
- Unopened tea goes back on the shelf if its best-before date is at least 90 days away. Otherwise it goes to the tasting table.
- Opened tea never goes back on the shelf. There are no exceptions.
- Note the lot number. After more than 3 returns of one lot number, stop its dispatch and tell the person in charge.

## Refund

The refund is the amount of the invoice with the opposite sign, rounded by the same rules. It is paid within 5 working days
of the inspection.
`,
      ),
      run("node tools/check-numbers.js ja en"),
      run("node tools/check-terms.js ja en"),
    ].map(spaced),
    resultOrder: [0, 1, 3, 2],
  }),
  answer({
    says:
      "三章が終わりました。\n\n" +
      "- **receiving**: 「賞味期限まで 180 日」が 120 日になっていたのを直し、「差異があったとき」の節を足しました。\n" +
      '- **shipping**: 全部訳しました。題は "Reservation and dispatch" です (T-07、T-04)。𠮷野商店の文字は変えていません。\n' +
      "- **returns**: 新しく訳しました。\n\n" +
      "数字と用語の道具はこの三章では何も言いません。残っているのは `storage` だけです。なお `strings/en.json` は `strings/ja.json` より短いようです。必要なら見ます。",
  }),
];
