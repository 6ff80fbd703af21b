import { type FileHandle, open } from "node:fs/promises";
import { AbortedError, reasonOf } from "@varve/kernel";
import { notText } from "./not-text.ts";
import { TranscriptError } from "./transcript-error.ts";

export interface FileBytesOptions {
  readonly signal?: AbortSignal;
  /** Told after each piece that was read; bytes. */
  readonly onProgress?: (bytesRead: number, totalBytes: number) => void;
}

/** Bytes read at a time. */
const CHUNK_BYTES = 1 << 20;

/**
 * The bytes of a file, piece by piece; the file is closed however the reading ends.
 *
 * @throws TranscriptError for what cannot be opened or read, and for what is no text
 * @throws AbortedError once the signal is aborted
 */
export async function* bytesOf(file: string, options: FileBytesOptions = {}): AsyncGenerator<Uint8Array> {
  const { signal, onProgress } = options;
  let handle: FileHandle | undefined;
  let bytesRead = 0;
  try {
    signal?.throwIfAborted();
    handle = await open(file, "r");
    const total = (await handle.stat()).size;
    for await (const chunk of chunksOf(handle)) {
      signal?.throwIfAborted();
      if (bytesRead === 0) refuseNoText(file, chunk);
      bytesRead += chunk.length;
      onProgress?.(bytesRead, Math.max(total, bytesRead));
      yield chunk;
    }
    signal?.throwIfAborted();
  } catch (cause) {
    if (signal?.aborted === true) throw new AbortedError(`Reading ${file}`, signal.reason);
    throw cause instanceof TranscriptError ? cause : unreadable(file, cause);
  } finally {
    await handle?.close();
  }
}

async function* chunksOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (;;) {
    // A buffer of its own for each piece: lines keep views into it until they are decoded.
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

function refuseNoText(file: string, head: Uint8Array): void {
  const found = notText(head.subarray(0, 8_192));
  if (found !== null) throw new TranscriptError({ file, reason: `it is ${found.what}`, remedy: found.remedy });
}

/** What went wrong, by the system's own code, and what to do about it. */
const SYSTEM_FAULTS: Readonly<Record<string, { readonly reason: string; readonly remedy: string }>> = {
  ENOENT: { reason: "there is no such file", remedy: "Check the path." },
  ENOTDIR: { reason: "a part of the path is no folder", remedy: "Check the path." },
  EISDIR: { reason: "it is a folder", remedy: "Name a file in it." },
  EACCES: { reason: "reading it is not permitted", remedy: "Give this user permission to read it." },
  EPERM: { reason: "reading it is not permitted", remedy: "Give this user permission to read it." },
};

/** Says why a file could not be opened or read. */
export function unreadable(file: string, cause: unknown): TranscriptError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const known = Object.hasOwn(SYSTEM_FAULTS, code) ? SYSTEM_FAULTS[code] : undefined;
  const fault = known ?? { reason: `it cannot be read: ${reasonOf(cause)}`, remedy: "Check the file and its disk." };
  return new TranscriptError({ file, ...fault, cause });
}
