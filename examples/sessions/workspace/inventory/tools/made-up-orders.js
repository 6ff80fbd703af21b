import { LOCATIONS } from "../src/allocation.js";

const CUSTOMERS = [
  "Café Lindqvist",
  "The Blue Kettle",
  "Hotel Aurel",
  "Okabe & Daughter",
  "Mill Lane Grocers",
  "R. Ferreira",
];
const DAYS = 6;
const ORDERS_A_DAY = 19;
const OPEN_MINUTES = 600;
const DAY_MINUTES = 24 * 60;

/** The week's orders in the order in which they came, credit notes among them, with what became of each. */
export function madeUpOrders(random, products) {
  const popular = products.filter((product) => product.popular);
  const orders = [];
  for (let day = 0; day < DAYS; day += 1) {
    const minutes = Array.from({ length: ORDERS_A_DAY }, () => 5 * random(OPEN_MINUTES / 5)).sort((a, b) => a - b);
    for (const inDay of minutes) orders.push(madeUpOrder(orders.length, day * DAY_MINUTES + inDay));
  }
  return orders;

  function madeUpOrder(index, minute) {
    const credit = index % 19 === 11;
    const chosen = new Map();
    const wanted = 1 + random(4);
    while (chosen.size < wanted) {
      const from = random(3) > 0 ? popular : products;
      const product = from[random(from.length)];
      if (product !== undefined)
        chosen.set(product.sku, { sku: product.sku, quantity: (credit ? -1 : 1) * (1 + random(7)) });
    }
    return {
      id: `${credit ? "C" : "O"}-${1401 + index}`,
      customer: CUSTOMERS[random(CUSTOMERS.length)],
      location: LOCATIONS[random(LOCATIONS.length)],
      minute,
      discount_percent: [0, 0, 5, 7.5, 10][random(5)],
      lines: [...chosen.values()],
      ...(credit ? { outcome: "credit", outcomeMinute: minute } : outcomeAfter(minute)),
    };
  }

  function outcomeAfter(minute) {
    const kind = ["pay", "pay", "pay", "pay", "pay", "cancel", "cancel", "abandon"][random(8)];
    // Most people decide within the hour; some come back long after their hold has gone.
    const wait = random(5) === 0 ? 50 + random(200) : 2 + random(42);
    return { outcome: kind, outcomeMinute: minute + wait };
  }
}
