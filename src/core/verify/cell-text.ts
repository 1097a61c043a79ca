import { plain, StrangeXml } from './xml-text.ts';

/** Longest cell in characters: it holds 32,767, each of which may be written as six or more. */
const longestCell = 1024 * 1024;

/** Collects a text that is either in one `t` or in runs (`r`) with a `t` each. Phonetic text (`rPh`) is ignored. */
export interface CellText {
  readonly begin: () => void;
  /** Throws StrangeXml if a text is where programs would not look for it. */
  readonly open: (name: string, within: string) => void;
  readonly text: (part: string) => void;
  readonly close: (name: string) => void;
  readonly take: () => string;
}

/** `holder`: the element that contains the text, `is` in a sheet and `si` among the shared texts. */
export function cellText(holder: 'is' | 'si'): CellText {
  let gathered = '';
  let isText = false;
  let parts: 'none' | 'whole' | 'runs' = 'none';
  let isRunOpen = false;
  const openText = (within: string): void => {
    if (within === 'rPh') return;
    const isWhole = within === holder && parts === 'none';
    const isOfRun = within === 'r' && isRunOpen;
    if (!isWhole && !isOfRun) throw new StrangeXml('A text is out of its place.');
    if (isWhole) parts = 'whole';
    isRunOpen = false;
    isText = true;
  };
  return {
    begin: () => {
      gathered = '';
      parts = 'none';
    },
    open: (name, within) => {
      if (name === 't') openText(within);
      if (name !== 'r') return;
      if (within !== holder || parts === 'whole') throw new StrangeXml('A run of a text is out of its place.');
      parts = 'runs';
      isRunOpen = true;
    },
    text: (part) => {
      if (isText) gathered = lengthened(gathered, part);
    },
    close: (name) => {
      if (name === 't') isText = false;
    },
    take: () => sheetText(gathered),
  };
}

/** Throws StrangeXml if the text becomes longer than any cell. */
export function lengthened(text: string, part: string): string {
  if (text.length + part.length > longestCell) throw new StrangeXml('A cell is too long.');
  return text + part;
}

/** A text as shown in the sheet: a workbook writes characters that XML would change as, for example, `_x000D_`. */
export function sheetText(text: string): string {
  return plain(text).replaceAll(/_x([\da-f]{4})_/gi, (_found, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
