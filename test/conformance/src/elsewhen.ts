/**
 * Does some work while the clock shows another time, and puts the clock back. Other work that runs meanwhile sees it too, so
 * this is for a moment, and for tests.
 */
export async function elsewhen<T>(aheadMs: number, work: () => Promise<T>): Promise<T> {
  const RealDate = globalThis.Date;
  const now = () => RealDate.now() + aheadMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key, receiver) => (key === "now" ? now : Reflect.get(target, key, receiver)),
  });
  try {
    return await work();
  } finally {
    globalThis.Date = RealDate;
  }
}
