/** Character widths of Inter with tabular figures, relative to the font size. Measured in the window; too wide rather than too narrow. */
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
/** Defaults to the text of a table cell. */
interface Font {
  readonly size?: number;
  readonly weight?: 400 | 500 | 600;
}

/** Width relative to regular weight. */
const boldness = { 400: 1, 500: 1.02, 600: 1.03 } as const;

const known = new Map<string, number>();

function letterWidth(letter: string): number {
  const before = known.get(letter);
  if (before !== undefined) return before;
  const width = widths.find(([of]) => of.test(letter))?.[1] ?? others;
  known.set(letter, width);
  return width;
}

/** Approximate width of a text in pixels. */
export function textWidth(text: string, { size = 13, weight = 400 }: Font = {}): number {
  let width = 0;
  for (const letter of text) width += letterWidth(letter);
  return width * size * boldness[weight];
}

/** Approximate width of the widest text in pixels; 0 if there are none. */
export function widest(texts: Iterable<string>, font: Font = {}): number {
  let width = 0;
  for (const text of texts) width = Math.max(width, textWidth(text, font));
  return width;
}

/** Truncates a text at its start to fit into `room` pixels, because identifiers differ at their ends. */
export function fitEnd(text: string, room: number, font: Font = {}): string {
  if (textWidth(text, font) <= room) return text;
  const letters = Array.from(text);
  let width = textWidth('…', font);
  let from = letters.length;
  while (from > 0 && width + textWidth(letters[from - 1] ?? '', font) <= room) width += textWidth(letters[--from] ?? '', font);
  return from === letters.length ? '' : `…${letters.slice(from).join('')}`;
}
