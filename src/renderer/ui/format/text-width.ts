/** Widths of Inter's letters with tabular figures, in parts of the font size: measured in the window, rather more than less. */
const widths: readonly (readonly [of: RegExp, width: number])[] = [
  [/[0-9<>×+=~−-]/u, 0.65],
  [/[MW%@m]/u, 0.95],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u, 1],
  [/[Iijl.,:;'|! ]/u, 0.27],
  [/[ftr()[\]/]/u, 0.37],
  [/[wOQ]/u, 0.8],
  [/\p{Lu}/u, 0.7],
];
const others = 0.6;
/** Of the text of a cell where it is not said. */
interface Font {
  readonly size?: number;
  readonly weight?: 400 | 500 | 600;
}

/** How much wider than regular letters. */
const boldness = { 400: 1, 500: 1.02, 600: 1.03 } as const;

const known = new Map<string, number>();

function letterWidth(letter: string): number {
  const before = known.get(letter);
  if (before !== undefined) return before;
  const width = widths.find(([of]) => of.test(letter))?.[1] ?? others;
  known.set(letter, width);
  return width;
}

/** About how wide a text stands in the window, in pixels. */
export function textWidth(text: string, { size = 13, weight = 400 }: Font = {}): number {
  let width = 0;
  for (const letter of text) width += letterWidth(letter);
  return width * size * boldness[weight];
}

/** How wide the widest of some texts stands in the window, in pixels; 0 of none. */
export function widest(texts: Iterable<string>, font: Font = {}): number {
  let width = 0;
  for (const text of texts) width = Math.max(width, textWidth(text, font));
  return width;
}

/** A text that fits into so many pixels: shortened at its beginning where it is wider, since identifiers differ at their ends. */
export function fitEnd(text: string, room: number, font: Font = {}): string {
  if (textWidth(text, font) <= room) return text;
  const letters = Array.from(text);
  let width = textWidth('…', font);
  let from = letters.length;
  while (from > 0 && width + textWidth(letters[from - 1] ?? '', font) <= room) width += textWidth(letters[--from] ?? '', font);
  return from === letters.length ? '' : `…${letters.slice(from).join('')}`;
}
