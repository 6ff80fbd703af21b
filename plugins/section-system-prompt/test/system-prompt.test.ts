import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PluginError, PluginOptionsError } from "@varve/kernel";
import { agentState, sectionContext, tapped } from "@varve/test-builders";
import { afterAll, beforeAll, expect, test } from "vitest";
import plugin, { DEFAULT_PROMPT, type SystemPromptOptions } from "../src/index.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "varve-prompt-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function rendered(options: SystemPromptOptions, turn = 0): Promise<unknown> {
  const section = await tapped(plugin, options);
  return section.call(
    "section.system_prompt.in",
    sectionContext("system_prompt", { turn, state: agentState({ turn }) }),
  );
}

test("declares an essential static section and taps it at the default stage", async () => {
  const section = await tapped(plugin, {});

  expect(section.sections).toEqual([{ id: "system_prompt", stability: "static", survives: "essential" }]);
  expect(section.taps("section.system_prompt.in")).toEqual(["@varve/section-system-prompt@1000"]);
});

test("a text is the prompt as it was written", async () => {
  expect(await rendered({ text: "You audit invoices.\n" })).toBe("You audit invoices.\n");
});

test("without text and path there is a prompt of our own", async () => {
  expect(await rendered({})).toBe(DEFAULT_PROMPT);
});

test("fault 22: a file gives the same bytes on every turn, even when it is changed meanwhile", async () => {
  const path = await file("changing.md", "You audit invoices.");
  const section = await tapped(plugin, { path });
  const first = await section.call("section.system_prompt.in", sectionContext("system_prompt"));
  await writeFile(path, "It is now 12:04.");

  expect(first).toBe("You audit invoices.");
  expect(await section.call("section.system_prompt.in", sectionContext("system_prompt", { turn: 9 }))).toBe(first);
});

test("a file with a byte order mark and carriage returns gives the bytes of one without", async () => {
  const plain = await file("unix.md", "One.\nTwo.\n");
  const windows = await file("windows.md", "\uFEFFOne.\r\nTwo.\r\n");

  expect(await rendered({ path: windows })).toBe("One.\nTwo.");
  expect(await rendered({ path: plain })).toBe("One.\nTwo.");
});

test("both a text and a path are refused", async () => {
  await expect(tapped(plugin, { text: "a", path: "/b" })).rejects.toThrow(PluginOptionsError);
});

test("a missing file is refused with its name and the remedy", async () => {
  const path = join(folder, "absent.md");

  const failure = tapped(plugin, { path });

  await expect(failure).rejects.toThrow(PluginError);
  await expect(failure).rejects.toThrow(`${path} cannot be read. Check [prompt] system`);
});

test.each([
  ["an empty file", "blank.md", " \n\t\n", "is empty. Write the prompt into it"],
  ["a file that is not UTF-8", "latin.md", new Uint8Array([0x63, 0x61, 0x66, 0xe9]), "is not UTF-8"],
  ["a file larger than any prompt", "huge.md", "x".repeat(1_048_577), "has 1048577 bytes"],
])("%s is refused with its name", async (_, name, content, reason) => {
  const path = await file(name, content);

  await expect(tapped(plugin, { path })).rejects.toThrow(`${path} ${reason}`);
});

test("a folder in place of a file is refused", async () => {
  await expect(tapped(plugin, { path: folder })).rejects.toThrow("is no file");
});
