/** The known name closest to a mistyped one; null if none is close enough. */
export function nearestName(typed: string, known: readonly string[]): string | null {
  const wanted = typed.toLowerCase();
  let best: string | null = null;
  let least = Math.max(2, Math.ceil(wanted.length / 3)) + 1;
  for (const name of known) {
    const lower = name.toLowerCase();
    const distance = lower.startsWith(wanted) && wanted.length > 2 ? 1 : editDistance(wanted, lower);
    if (distance >= least) continue;
    least = distance;
    best = name;
  }
  return best;
}

/** Levenshtein distance in UTF-16 units, computed one row at a time. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
