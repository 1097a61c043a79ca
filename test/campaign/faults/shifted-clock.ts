/**
 * For Node's `--import`: a wrong wall clock. CARREL_CLOCK_SHIFT: milliseconds that it is ahead (negative: behind) from the start;
 * CARREL_CLOCK_JUMP: milliseconds by which it also jumps, a quarter of a second after the start.
 * The monotonic clock is unchanged unless CARREL_CLOCK_RATE says how many times faster it runs.
 */
const [shift, jump] = [Number(process.env['CARREL_CLOCK_SHIFT'] ?? '0'), Number(process.env['CARREL_CLOCK_JUMP'] ?? '0')];

const Real = Date;
const started = performance.now();

function now(): number {
  return Real.now() + shift + (performance.now() - started > 250 ? jump : 0);
}

globalThis.Date = new Proxy(Real, {
  construct: (target, given: unknown[]) => Reflect.construct(target, given.length === 0 ? [now()] : given) as Date,
  apply: () => new Real(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});

const rate = Number(process.env['CARREL_CLOCK_RATE'] ?? '1');
if (rate !== 1) {
  const elapsed = performance.now.bind(performance);
  Object.defineProperty(performance, 'now', { value: () => elapsed() * rate });
}
