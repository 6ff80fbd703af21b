/** Rounds to whole cents; a half goes to the even neighbour. */
export function roundHalfEven(value) {
  const whole = Math.trunc(value);
  const rest = Math.abs(value - whole);
  if (rest < 0.5) return whole;
  if (rest > 0.5) return whole + 1;
  return whole % 2 === 0 ? whole : whole + 1;
}

/** `percent` of an amount, in whole cents. */
export function percentOf(cents, percent) {
  return roundHalfEven(cents * (percent / 100));
}

/** 123456 as `1,234.56`. */
export function formatCents(cents) {
  const sign = cents < 0 ? "-" : "";
  const digits = String(Math.abs(cents)).padStart(3, "0");
  const units = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${sign}${units}.${digits.slice(-2)}`;
}
