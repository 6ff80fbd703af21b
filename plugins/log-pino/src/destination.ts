import { resolve } from "node:path";
import { PluginError, reasonOf } from "@varve/kernel";
import { type DestinationStream, destination } from "pino";

/** Characters that wait while the destination takes nothing; beyond them, lines are dropped rather than kept for ever. */
const MOST_WAITING = 1_048_576;

/** File descriptor 2. Standard output belongs to whoever runs the kernel. */
const STDERR = 2;

/**
 * Where lines go: a file, which is appended to and whose folder is made, or standard error. Each line is written before
 * the observer returns, so that the last one before a crash is there.
 *
 * @throws PluginError when the file cannot be opened
 */
export function openDestination(name: string, path: string | undefined): DestinationStream {
  const where = path === undefined ? "standard error" : resolve(path);
  try {
    const stream = destination({
      dest: path === undefined ? STDERR : where,
      sync: true,
      mkdir: true,
      maxLength: MOST_WAITING,
    });
    // A log that cannot be written must not end the process that it is about: it says so once.
    let isTold = false;
    stream.on("error", (error: unknown) => {
      if (!isTold) process.emitWarning(`${name} cannot write to ${where}: ${reasonOf(error)}`);
      isTold = true;
    });
    return stream;
  } catch (cause) {
    throw new PluginError(name, `cannot open the log ${where}: ${reasonOf(cause)}. Set another path.`, cause);
  }
}
