/** Movements of packs, append-only; what lies where is their sum. */
export class Ledger {
  #movements = [];
  #onHand = new Map();

  /** Appends a movement of `quantity` packs (below zero: they leave) and returns its id. */
  append({ at, sku, location, quantity, reason, ref }) {
    if (!Number.isInteger(quantity)) throw new Error(`${sku}: ${quantity} is no whole number of packs`);
    const id = `M-${String(this.#movements.length + 1).padStart(5, "0")}`;
    this.#movements.push({ id, at, sku, location, quantity, reason, ref });
    const place = `${sku}@${location}`;
    this.#onHand.set(place, (this.#onHand.get(place) ?? 0) + quantity);
    return id;
  }

  onHand(sku, location) {
    return this.#onHand.get(`${sku}@${location}`) ?? 0;
  }

  get movements() {
    return [...this.#movements];
  }

  /** Places whose sum is below zero, as `sku@location`, in the order in which they were first used. */
  get negative() {
    return [...this.#onHand].filter(([, packs]) => packs < 0).map(([place]) => place);
  }
}
