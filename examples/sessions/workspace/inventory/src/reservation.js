/** How long an unpaid order holds its packs. */
export const HOLD_MINUTES = 45;

/** Holds packs for orders until they are paid, cancelled or too old. */
export class ReservationBook {
  #ledger;
  #held = new Map();
  #reservations = new Map();

  constructor(ledger) {
    this.#ledger = ledger;
  }

  available(sku, location) {
    return this.#ledger.onHand(sku, location) - (this.#held.get(`${sku}@${location}`) ?? 0);
  }

  /** Holds the lines of an order at one location. Returns the lines that are short; none is a success. */
  reserve(order, location, now) {
    const missing = [];
    const lines = [];
    for (const line of order.lines) {
      const short = line.quantity - this.available(line.sku, location);
      if (short > 0) {
        missing.push({ sku: line.sku, short });
      } else {
        this.#hold(line.sku, location, line.quantity);
        lines.push(line);
      }
    }
    if (missing.length === 0) {
      this.#reservations.set(order.id, { state: "held", location, lines, heldAt: now });
    }
    return missing;
  }

  /** The order was paid: its packs leave the warehouse. */
  commit(orderId, now) {
    const reservation = this.#get(orderId);
    for (const line of reservation.lines) {
      this.#ledger.append({
        at: now,
        sku: line.sku,
        location: reservation.location,
        quantity: -line.quantity,
        reason: "sale",
        ref: orderId,
      });
      this.#hold(line.sku, reservation.location, -line.quantity);
    }
    reservation.state = "committed";
    return reservation.state;
  }

  /** The order was cancelled: its packs are free again. */
  release(orderId) {
    const reservation = this.#get(orderId);
    for (const line of reservation.lines) this.#hold(line.sku, reservation.location, -line.quantity);
    reservation.state = "released";
    return reservation.state;
  }

  /** Frees what was held for too long. Returns the ids of the orders. */
  expire(now) {
    const expired = [];
    for (const [orderId, reservation] of this.#reservations) {
      const minutes = (now - reservation.heldAt) / 60_000;
      if (reservation.state === "held" && minutes > HOLD_MINUTES) {
        for (const line of reservation.lines) this.#hold(line.sku, reservation.location, -line.quantity);
        reservation.state = "expired";
        expired.push(orderId);
      }
    }
    return expired;
  }

  stateOf(orderId) {
    return this.#reservations.get(orderId)?.state ?? "none";
  }

  #get(orderId) {
    const reservation = this.#reservations.get(orderId);
    if (reservation === undefined) throw new Error(`no reservation for ${orderId}`);
    return reservation;
  }

  #hold(sku, location, packs) {
    const place = `${sku}@${location}`;
    this.#held.set(place, (this.#held.get(place) ?? 0) + packs);
  }
}
