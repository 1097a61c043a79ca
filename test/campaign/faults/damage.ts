/** One damaged form of a file. */
export interface Damage {
  readonly name: string;
  readonly bytes: Buffer;
  /** The one page that differs, from 1 on. */
  readonly page?: number;
}

/** Bytes of an SQLite page. */
const PAGE = 4096;

/** The most pages in which a bit is flipped; in a larger file they are spread over it. */
const MOST_PAGES = 300;

/** Flips one bit per page, at a different place in each, and one in each part of the first page. */
export function* flipInEachPage(whole: Buffer): Generator<Damage> {
  const pages = whole.length / PAGE;
  const step = Math.max(1, pages / MOST_PAGES);
  const places = Array.from({ length: Math.min(pages, MOST_PAGES) }, (_, at) => Math.floor(at * step));
  const first = [15, 16, 17, 18, 20, 23, 24, 28, 60, 96, PAGE - 1];
  for (const at of [...places.map((page) => page * PAGE + ((page * 997) % PAGE)), ...first]) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
    yield { name: `bit ${at % 8} of byte ${at} flipped`, bytes, page: Math.floor(at / PAGE) + 1 };
  }
}

/** The file cut in the first page, at the ends of pages and within them. */
export function cuts(whole: Buffer): readonly Damage[] {
  const half = Math.floor(whole.length / 2 / PAGE) * PAGE;
  const lengths = [
    0,
    1,
    15,
    16,
    100,
    512,
    1024,
    PAGE - 1,
    PAGE,
    PAGE + 1,
    2 * PAGE,
    half,
    half + 100,
    whole.length - PAGE,
    whole.length - 1,
  ];
  return lengths.map((length) => ({ name: `cut to ${length} bytes`, bytes: whole.subarray(0, length) }));
}

/** Pairs of pages swapped. */
export function swaps(whole: Buffer): readonly Damage[] {
  const last = whole.length / PAGE - 1;
  const pairs = [
    [0, 1],
    [1, 2],
    [3, last - 1],
    [last - 1, last],
  ] as const;
  return pairs.map(([one, other]) => {
    const bytes = Buffer.from(whole);
    whole.copy(bytes, one * PAGE, other * PAGE, (other + 1) * PAGE);
    whole.copy(bytes, other * PAGE, one * PAGE, (one + 1) * PAGE);
    return { name: `pages ${one} and ${other} exchanged`, bytes };
  });
}
