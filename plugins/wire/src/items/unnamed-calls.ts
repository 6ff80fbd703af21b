/**
 * Gives ids to calls that were recorded without one (the legacy `function_call`, and servers that leave the id out), so
 * that call and result find each other: a result without an id answers the oldest open call, of its own name if it has one.
 */
export class UnnamedCalls {
  readonly #open: { readonly id: string; readonly name: string }[] = [];
  #made = 0;

  open(name: string): string {
    this.#made += 1;
    const id = `unnamed_call_${this.#made}`;
    this.#open.push({ id, name });
    return id;
  }

  /** The id of the call that a result answers, or `null` where none is open. */
  answer(name: string | null): string | null {
    const index = this.#open.findIndex((call) => name === null || call.name === name);
    if (index < 0) return null;
    const [call] = this.#open.splice(index, 1);
    return call?.id ?? null;
  }
}
