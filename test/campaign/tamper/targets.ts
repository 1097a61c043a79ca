import { readFileSync } from 'node:fs';

/** What of Carrel's files a change is made to. */
export type Part = 'vault' | 'seal' | 'study' | 'key file' | 'columns' | 'answer' | 'site pack' | 'backup';

/** One file: its correct content, its content before the last sync, and its key. */
export interface Target {
  readonly part: Part;
  readonly path: string;
  readonly now: Buffer;
  /** The same as `now` for a file whose earlier copy is as good as this one. */
  readonly earlier: Buffer;
  /** Null unless it is a database. */
  readonly key: Buffer | null;
  /** Everything readable in it, as a text; null if it cannot be read, or if every byte of it has a meaning. */
  content(): string | null;
  /** Uses the file: whether its change is refused or reported, or does not matter because every answer is as before. */
  isHarmless(): boolean | Promise<boolean>;
}

type Plain = Pick<Target, 'part' | 'path' | 'isHarmless'> & Partial<Pick<Target, 'content'>>;

/** A file that is not a database, and whose earlier copy is as good as this one. Without `content`, every byte of it has a meaning. */
export function plainTarget({ part, path, isHarmless, content = () => null }: Plain): Target {
  const now = readFileSync(path);
  return { part, path, now, earlier: now, key: null, content, isHarmless };
}

/** The content of a file of JSON without its white space, or null if it is none. */
export function jsonIn(path: string): string | null {
  try {
    return JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}
