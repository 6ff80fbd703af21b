import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { ToolFailure } from "./tools/tool.ts";

const HERE = import.meta.dirname;

/** A copy of a workspace in a temporary folder, beside a copy of the project's own LICENSE. The agent works in it. */
export class Scratch {
  readonly root: string;

  constructor(workspace: string) {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), "varve-session-")));
    cpSync(join(HERE, "workspace", workspace), this.root, { recursive: true });
    cpSync(join(HERE, "../../LICENSE"), join(this.root, "LICENSE"));
  }

  /** The absolute path of a relative one. @throws ToolFailure where it leads out of the folder */
  path(path: string): string {
    const absolute = resolve(this.root, path);
    if (absolute !== this.root && !absolute.startsWith(this.root + sep)) {
      throw new ToolFailure(`${path} is outside the project`);
    }
    return absolute;
  }

  /** A path as the agent sees it: relative, with slashes. */
  name(absolute: string): string {
    return relative(this.root, absolute).replaceAll(sep, "/");
  }

  read(path: string): string {
    return this.bytes(path).toString("utf8");
  }

  bytes(path: string): Buffer {
    return readFileSync(this.path(path));
  }

  write(path: string, content: string | Uint8Array): void {
    const absolute = this.path(path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
  }

  /** Text in which this folder, however it is spelled, is no longer named. */
  withoutRoot(text: string): string {
    return [`${pathToFileURL(this.root).href}/`, `${this.root}${sep}`, this.root].reduce(
      (rest, name) => rest.replaceAll(name, name === this.root ? "." : ""),
      text,
    );
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
