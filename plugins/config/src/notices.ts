/** Whether files that are named by a path, or found in a folder, may be run: `refuse` takes data formats and installed packages only. */
export type CodePolicy = "allow" | "refuse";

/**
 * Hears a notice as it arises, with the file that it is about. A notice that code is about to run comes before it runs, and
 * the run waits for a promise that is returned: what is thrown here stops it.
 */
export type OnNotice = (notice: string, file: string) => void | Promise<void>;

/** What a load has to say besides its result. */
export class Notices {
  readonly list: string[] = [];
  readonly #onNotice: OnNotice | undefined;

  constructor(onNotice: OnNotice | undefined) {
    this.#onNotice = onNotice;
  }

  async add(notice: string, file: string): Promise<void> {
    this.list.push(notice);
    await this.#onNotice?.(notice, file);
  }
}
