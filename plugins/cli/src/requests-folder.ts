import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CompactionRecord, type EncodedRequest, reasonOf } from "@varve/kernel";
import { UsageError } from "./exit.ts";

/** The least digits in a file's number; more calls than fit get more, so that names sort as calls do. */
const LEAST_DIGITS = 4;

/** The store of a replay that writes into a folder: the same records, where `kernel.restore` finds them. */
export const RECORDS_DATABASE = "records.db";

/** What an earlier replay left, and this one may replace. */
const OWN_FILE = /^(?:\d{4,}(?:\.compaction(?:\.\d+)?)?\.json|records\.db(?:-wal|-shm)?)$/;

/** A folder with every request body of one replay, and every compaction record, numbered like the request that it led to. */
export class RequestsFolder {
  readonly path: string;
  readonly #digits: number;

  private constructor(path: string, calls: number) {
    this.path = path;
    this.#digits = Math.max(LEAST_DIGITS, String(calls).length);
  }

  /**
   * Whether a folder could be used: it is not there, is empty, or holds nothing but an earlier replay's files.
   * @throws UsageError naming the first file that is in the way
   */
  static async check(path: string): Promise<void> {
    await ownFilesIn(path);
  }

  /**
   * Makes the folder where it is missing, and empties it of an earlier replay's files.
   * @param calls how many requests there will be
   * @throws UsageError when the folder cannot be made, or holds what is not a replay's
   */
  static async open(path: string, calls: number): Promise<RequestsFolder> {
    const earlier = await ownFilesIn(path);
    try {
      await mkdir(path, { recursive: true });
      for (const name of earlier) await rm(join(path, name));
    } catch (cause) {
      throw unusable(path, cause);
    }
    return new RequestsFolder(path, calls);
  }

  /** Writes a body as it would go on the wire. @returns the file's path */
  async writeRequest(call: number, { body }: EncodedRequest): Promise<string> {
    const file = join(this.path, `${this.#number(call)}.json`);
    await writeFile(file, JSON.stringify(body));
    return file;
  }

  /** Writes the compactions that were made before a call, in order. @returns the files' paths */
  async writeRecords(call: number, records: readonly CompactionRecord[]): Promise<readonly string[]> {
    const files: string[] = [];
    for (const [index, record] of records.entries()) {
      const suffix = index === 0 ? "" : `.${index + 1}`;
      const file = join(this.path, `${this.#number(call)}.compaction${suffix}.json`);
      await writeFile(file, `${JSON.stringify(record, null, 2)}\n`);
      files.push(file);
    }
    return files;
  }

  #number(call: number): string {
    return String(call).padStart(this.#digits, "0");
  }
}

async function ownFilesIn(path: string): Promise<readonly string[]> {
  const names = await namesIn(path);
  const foreign = names.find((name) => !OWN_FILE.test(name));
  if (foreign === undefined) return names;
  throw new UsageError(
    `${path} holds ${foreign}, which no replay wrote; nothing was touched. Give --requests a new or an empty folder, or that of an earlier replay.`,
  );
}

async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return [];
    throw unusable(path, cause);
  }
}

function unusable(path: string, cause: unknown): UsageError {
  return new UsageError(`${path} cannot be used for requests: ${reasonOf(cause)}. Give --requests another folder.`, {
    cause,
  });
}
