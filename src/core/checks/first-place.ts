/** Returns the first place at which this holds, given that it then holds at all later ones; `places` if it holds nowhere. */
export function firstPlace(places: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, places];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
