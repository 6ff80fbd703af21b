export const LOCATIONS = ["hall", "loft", "dock"];

/** Reserves an order where it can be served, its own location first. Returns the location. */
export function allocate(order, book, now) {
  const places = [order.location, ...LOCATIONS.filter((place) => place !== order.location)];
  let tried = 0;
  let missing = book.reserve(order, places[0], now);
  while (missing.length > 0) {
    tried += 1;
    missing = book.reserve(order, places[tried % places.length], now);
  }
  return places[tried % places.length];
}
