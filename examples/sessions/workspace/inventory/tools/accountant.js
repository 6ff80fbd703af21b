// The accountant's side: the rules of docs/rounding.md in whole numbers only, written without a look at src/.

const BASIS_POINTS = { reduced: 700n, standard: 1900n, zero: 0n };

/** Her totals of every order as CSV: `order,net,tax,gross`. */
export function accountantTotals(orders, products) {
  const bySku = new Map(products.map((product) => [product.sku, product]));
  const rows = orders.map((order) => {
    let net = 0n;
    let tax = 0n;
    for (const line of order.lines) {
      const product = bySku.get(line.sku);
      const list = BigInt(product.unit_cents) * BigInt(line.quantity);
      const discounted = list - share(list, BigInt(order.discount_percent * 100));
      net += discounted;
      tax += share(discounted, BASIS_POINTS[product.tax_class]);
    }
    return [order.id, decimal(net), decimal(tax), decimal(net + tax)].join(",");
  });
  return `order,net,tax,gross\n${rows.join("\n")}\n`;
}

function share(cents, basisPoints) {
  const product = cents * basisPoints;
  const size = product < 0n ? -product : product;
  const rest = size % 10_000n;
  const whole = size / 10_000n;
  const up = rest > 5_000n || (rest === 5_000n && whole % 2n === 1n);
  const rounded = up ? whole + 1n : whole;
  return product < 0n ? -rounded : rounded;
}

function decimal(cents) {
  const size = cents < 0n ? -cents : cents;
  return `${cents < 0n ? "-" : ""}${size / 100n}.${String(size % 100n).padStart(2, "0")}`;
}
