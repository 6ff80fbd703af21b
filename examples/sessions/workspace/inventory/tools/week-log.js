/** The lines of a log whose times are minutes after a start. */
export class WeekLog {
  #start;
  #lines = [];

  constructor(start) {
    this.#start = start;
  }

  line(minute, level, text) {
    const at = new Date(this.#start + minute * 60_000).toISOString().replace(":00.000Z", "Z");
    this.#lines.push(`${at} ${level.padEnd(5)} ${text}`);
  }

  get size() {
    return this.#lines.length;
  }

  get text() {
    return `${this.#lines.join("\n")}\n`;
  }
}
