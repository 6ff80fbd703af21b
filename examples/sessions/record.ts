// Records every session again:   node examples/sessions/record.ts [FOLDER]
// FOLDER is this one where it is left out.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { record } from "./recorder.ts";
import { fileContent, fileName } from "./recording-file.ts";
import { SESSIONS } from "./scripts/index.ts";

const folder = process.argv[2] ?? import.meta.dirname;
mkdirSync(folder, { recursive: true });
const recordings = await Promise.all(SESSIONS.map(async (session) => ({ session, items: await record(session) })));
for (const { session, items } of recordings) {
  const content = fileContent(session, items);
  writeFileSync(join(folder, fileName(session)), content);
  process.stdout.write(`${fileName(session)}: ${items.length} items, ${Buffer.byteLength(content)} bytes\n`);
}
