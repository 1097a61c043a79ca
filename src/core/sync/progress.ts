/** Minimum milliseconds between two events of one run. */
const pace = 50;

/** Passes an event on at most every 50 ms; events with `last` always pass. `clock` in milliseconds. */
export function paced<T>(emit: (event: T) => void, clock: () => number = () => performance.now()): (event: T, last: boolean) => void {
  let before = Number.NEGATIVE_INFINITY;
  return (event, last) => {
    const now = clock();
    if (!last && now - before < pace) return;
    before = now;
    emit(event);
  };
}
