import { editFile, grep, listFiles, readFile, run, spaced, writeFile } from "../../calls.ts";
import { answer, type Step, user } from "../../session.ts";

/** Part 3, in Chinese: a colleague in Shanghai needs one chapter first. */
export const chinese: readonly Step[] = [
  user(
    '你好，我是上海的林晓，日本的同事让我直接写在这里。中文版请先翻译"储存"这一章，下周一培训要用。我的要求写在 mail/2031-04-09-lin.txt 里，请先读一下。',
  ),
  answer({
    thinks: "换成中文回答。先读邮件和原文，看 zh/ 里有什么。术语表开始的时候已经读过。",
    says: "你好，林晓。我先读你的邮件和日文原文，术语表我已经有了。",
    calls: [readFile("mail/2031-04-09-lin.txt"), readFile("ja/storage.md"), listFiles("zh")].map(spaced),
    resultOrder: [2, 0, 1],
  }),
  answer({
    thinks:
      "zh/ 还不存在，写文件时会建。阁楼是 12〜18 度（原文用全角数字１２），绝不是 22–28。薄荷那一句用粗体。数字一律用阿拉伯数字，否则检查会报。",
    says: '`zh/` 目录还没有，我来建。原文里阁楼是 **12〜18 度**（"１２"是全角数字），和你说的一样，绝不是 22 到 28 度。现在翻译：',
    calls: [
      writeFile(
        "zh/storage.md",
        `# 储存

茶叶怕光、怕热、怕潮。仓库有三个地方，各有各的规定。

## 地方

| 地方 | 温度 | 湿度 | 放什么 |
| --- | --- | --- | --- |
| 一楼仓库 | 15〜22 度 | 50% 以下 | 红茶、路易波士茶、茶罐、茶漏 |
| 阁楼 | 12〜18 度 | 45% 以下 | 绿茶、白茶、乌龙茶 |
| 装卸区 | 没有规定 | 没有规定 | 只放 24 小时以内要发的货 |

## 每天的检查

每天 8 点和 14 点读温度和湿度，写在表上。湿度超过 60% 就打开除湿机，半小时以后再读一次。如果还不降，就给负责人打电话，夜里也要打。

## 怎么放

- 不要直接放在地上，一定要放在托盘上。
- 离墙 20 厘米。
- 旧的放在前面，最佳赏味期近的先发。
- **薄荷的味道会串，要离其他茶叶 3 米以上。**
- 一个架子上不要混放两个批号。

## 盘点

每星期六 17 点盘点。两个人一组，一个人数，另一个人写。写的人不许看系统里的数。差异在 3 个以上的品种，换两个人再数一次。
`,
      ),
      run("node tools/check-numbers.js ja zh storage"),
      run("node tools/check-terms.js ja zh storage"),
    ].map(spaced),
  }),
  answer({
    says: '"30 分後"我写成了"半小时"，检查工具发现了。改成 30 分钟，和原文一样：',
    calls: [
      editFile("zh/storage.md", "半小时以后再读一次", "30 分钟以后再读一次"),
      run("node tools/check-numbers.js ja zh storage"),
    ].map(spaced),
  }),
  answer({
    says:
      '"储存"一章翻译好了，在 `zh/storage.md`。\n\n' +
      "1. 数字和日文原文完全一样：一楼仓库 15〜22 度、湿度 50% 以下；阁楼 12〜18 度、湿度 45% 以下。\n" +
      '2. "屋根裏"译成了"阁楼"（T-12）。\n' +
      "3. 薄荷离其他茶叶 3 米以上，这一句是粗体。\n\n术语检查没有发现问题。其他三章还没有中文版。",
  }),
  user(
    '太好了，很快！还有一个问题：培训的时候有人一定会问，湿度 61% 的时候到底要做什么，按什么顺序？还有，"写的人不许看系统里的数"是为什么？原文里有没有写理由？',
  ),
  answer({
    thinks: "看原文确认，没有写理由就要说没有写，不要编。",
    calls: [grep("除湿機|60", "ja"), grep("理由|ため|ので", "ja/storage.md")].map(spaced),
    resultOrder: [1, 0],
  }),
  answer({
    says:
      "湿度 61% 超过了 60%，按原文的顺序是：\n\n1. 打开除湿机；\n2. 30 分钟以后再读一次；\n3. 如果还没有降下来，给负责人打电话，夜里也要打。\n\n" +
      '"写的人不许看系统里的数"，原文**没有写理由**。我的理解是：看了系统的数，写的人容易照着系统写，差异就看不出来了。但这是我的推测，培训的时候请说明这一点，或者问一下仓库的负责人。',
  }),
];
