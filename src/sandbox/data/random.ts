/** A bijection of 32-bit integers that scatters neighbours (the finalizer of MurmurHash3). */
function scatter(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A 32-bit hash of integers; the order counts. */
export function hash(...parts: readonly number[]): number {
  let h = 0x9e3779b9;
  for (const part of parts) h = scatter(Math.imul(h, 31) + part + 0x7f4a7c15);
  return h;
}

/** A 32-bit hash of a text. */
export function hashText(text: string, seed = 0): number {
  let h = scatter(seed + 0x811c9dc5);
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return scatter(h);
}

/** A hash as a fraction in [0, 1). */
export function fraction(h: number): number {
  return h / 4294967296;
}

/** An integer in [low, high], both inclusive. */
export function between(h: number, low: number, high: number): number {
  return low + Math.floor(fraction(h) * (high - low + 1));
}

/** About a standard normal deviate, from one hash (sum of three uniforms, so within ±3). */
export function deviate(h: number): number {
  const a = fraction(h);
  const b = fraction(scatter(h + 1));
  const c = fraction(scatter(h + 2));
  return (a + b + c - 1.5) * 2;
}

/** One of a list. */
export function pick<T>(h: number, list: readonly [T, ...T[]]): T {
  return list[h % list.length] ?? list[0];
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

/** A GUID of two integers; different pairs never give the same one (both words go through a bijection). */
export function guid(seed: number, a: number, b: number): string {
  const first = hex(scatter(a ^ seed));
  const last = hex(scatter(b ^ scatter(seed)));
  const middle = hex(hash(seed, a, b));
  const filler = hex(hash(b, a, seed));
  return `${first}-${middle.slice(0, 4)}-4${middle.slice(4, 7)}-${'89ab'.charAt(a & 3)}${filler.slice(0, 3)}-${filler.slice(3, 7)}${last}`;
}
