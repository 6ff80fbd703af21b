import { readFile, stat } from "node:fs/promises";
import { PluginError } from "@varve/kernel";

/** The largest prompt file that is read, bytes. What is larger is no prompt that somebody wrote. */
const MAX_BYTES = 1_048_576;

/**
 * Returns the text of a prompt file: UTF-8, without a byte order mark, with line feeds only and no white space at its
 * end, so that the same file gives the same bytes however it was checked out.
 *
 * @throws PluginError naming the file when it is missing, no text, empty or too large
 */
export async function readPrompt(plugin: string, path: string): Promise<string> {
  const bytes = await bytesOf(plugin, path);
  const text = decoded(plugin, path, bytes).replaceAll("\r\n", "\n").trimEnd();
  if (text === "") throw refused(plugin, path, "is empty. Write the prompt into it, or leave path out");
  return text;
}

async function bytesOf(plugin: string, path: string): Promise<Uint8Array> {
  try {
    const facts = await stat(path);
    if (!facts.isFile()) throw refused(plugin, path, "is no file. Let path name a text file");
    if (facts.size > MAX_BYTES) {
      throw refused(plugin, path, `has ${facts.size} bytes, more than the ${MAX_BYTES} of a prompt. Shorten it`);
    }
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof PluginError) throw cause;
    throw refused(plugin, path, "cannot be read. Check [prompt] system, and that the file is there", cause);
  }
}

function decoded(plugin: string, path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw refused(plugin, path, "is not UTF-8. Save it as UTF-8", cause);
  }
}

function refused(plugin: string, path: string, reason: string, cause?: unknown): PluginError {
  return new PluginError(plugin, `the system prompt file ${path} ${reason}.`, cause);
}
