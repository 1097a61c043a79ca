import type { Dataset } from '../../shared/datasets/datasets.ts';
import type { SourceColumn } from '../../shared/datasets/declaration.ts';
import type { IssueRule } from '../../shared/issues.ts';
import type { Scalar } from '../bundle/scalar-cache.ts';
import type { Found } from './found.ts';
import type { PathTree } from './path-tree.ts';

const unchanged = (sent: string): string => sent;
const noTexts: readonly string[] = [];
/** Longest text cached for the next record, in characters. */
const LONGEST_KEPT = 1000;

/**
 * Where one source column finds its values and how it converts them. All instances have the same shape and precomputed answers, because
 * this runs for every column of every record.
 */
export class Source {
  readonly path: string;
  /** The column shows at most one text. */
  readonly single: boolean;
  /** Of several texts, the column shows the one that belongs to the first value of another path. */
  readonly besideOne: boolean;
  readonly #beside: readonly number[];
  /** Slot of the sign of the first path's value; -1 if the column has none. */
  readonly #sign: number;
  /** Slot of the first of two occurrences if the column shows the second; otherwise -1. */
  readonly #firstOfTwo: number;
  readonly #slots: readonly number[];
  readonly #paths: readonly string[];
  readonly #inExtension: readonly boolean[];
  readonly #required: boolean;
  readonly #takesNumbers: boolean;
  readonly #expected: readonly string[] | null;
  readonly #rule: IssueRule | null;
  readonly #holds: ((sent: string) => boolean) | null;
  readonly #read: (sent: string) => string;
  /** The latest valid text and its result, because most columns repeat from record to record. */
  #lastSent = '';
  #lastText: string | null = null;

  constructor(column: SourceColumn, dataset: Dataset, tree: PathTree) {
    this.path = column.paths[0];
    this.single = column.name === dataset.key || column.kind === 'flag' || column.kind === 'datetime';
    this.besideOne = column.beside?.which === 'one';
    this.#beside = (column.beside?.paths ?? []).map((path) => tree.slotOf(path));
    this.#firstOfTwo = /:2\]$/.test(this.path) ? tree.slotOf(this.path.replace(/:2\]$/, ']')) : -1;
    this.#sign = column.sign === undefined ? -1 : tree.slotOf(column.sign);
    this.#slots = column.paths.map((path) => tree.slotOf(path));
    this.#paths = tree.slotPaths;
    this.#inExtension = tree.slotIsExtension;
    this.#required = column.required === true;
    this.#takesNumbers = column.numberAsText === true;
    this.#expected = column.expected ?? null;
    this.#rule = column.check?.rule ?? null;
    this.#holds = column.check?.holds ?? null;
    this.#read = column.read ?? unchanged;
  }

  /** The slot of the first of the column's paths with a value, preferably not a blank text; -1 if none has one. */
  filledSlot(found: Found): number {
    let blank = -1;
    for (const slot of this.#slots) {
      const value = found.values[slot];
      if (value === undefined) continue;
      // Most columns have one path, for which a blank text makes no difference.
      if (this.#slots.length === 1 || !isBlank(value)) return slot;
      if (blank === -1) blank = slot;
    }
    if (blank !== -1) return blank;
    if (this.#required) found.issue('missing-field', this.path);
    if (this.#firstOfTwo !== -1 && found.values[this.#firstOfTwo] !== undefined) found.issue('one-of-two', this.path);
    return -1;
  }

  /** The sign that makes the first path's value a bound; null if none was sent with it. */
  signOf(found: Found): string | null {
    const sign = found.values[this.#sign];
    if (typeof sign !== 'string' || sign.trim() === '' || found.values[this.#slots[0] ?? -1] === undefined) return null;
    return sign.trim().toWellFormed();
  }

  /** The column's texts as shown in the cell. Problems with them become issues. */
  texts(found: Found): readonly string[] {
    const slot = this.filledSlot(found);
    if (slot === -1) return noTexts;
    const texts: string[] = [];
    for (const value of found.all(slot)) {
      const sent = this.#textOf(value, slot);
      if (sent === null) found.setAside('wrong-type', this.pathOf(slot), value);
      else texts.push(this.#show(sent, slot, found));
    }
    return texts;
  }

  /** The column's text if there is exactly one, as nearly always; undefined if `texts` must be used. */
  text(found: Found): string | null | undefined {
    const slot = this.filledSlot(found);
    if (slot === -1) return null;
    const value = found.values[slot];
    return found.more.length === 0 && typeof value === 'string' ? this.#show(value, slot, found) : undefined;
  }

  /** The text of the item that has the first value of the related path; the first text if that path has no value. */
  textBeside(found: Found): string | null {
    const slot = this.filledSlot(found);
    if (slot === -1) return null;
    const [item] = found.itemsOf(this.#beside[0] ?? -1);
    const value = found.all(slot)[item === undefined ? 0 : found.itemsOf(slot).indexOf(item)];
    const sent = value === undefined ? null : this.#textOf(value, slot);
    if (sent !== null) return this.#show(sent, slot, found);
    if (value !== undefined) found.setAside('wrong-type', this.pathOf(slot), value);
    return null;
  }

  /** For each item with any value, its values of all paths: "5 mg"; "–" for a missing first one. */
  itemTexts(found: Found): readonly string[] {
    const [first = -1] = this.#slots;
    const lines = [first, ...this.#beside].map((slot) => {
      const values = found.all(slot);
      return new Map(found.itemsOf(slot).map((item, at) => [item, shownText(values[at])]));
    });
    const items = [...new Set(lines.flatMap((line) => [...line.keys()]))].toSorted((one, other) => one - other);
    return items.map((item) =>
      lines
        .map((line, at) => line.get(item) ?? (at === 0 ? '–' : ''))
        .join(' ')
        .trim(),
    );
  }

  inExtension(slot: number): boolean {
    return this.#inExtension[slot] === true;
  }

  pathOf(slot: number): string {
    return this.#paths[slot] ?? this.path;
  }

  #show(sent: string, slot: number, found: Found): string {
    if (sent === this.#lastSent && this.#lastText !== null) return this.#lastText;
    const inOrder = this.#judge(sent, slot, found);
    const text = this.#read(sent);
    if (found.mayHoldLoneSurrogates && !text.isWellFormed()) {
      found.issue('invalid-text', this.pathOf(slot));
      return text.toWellFormed();
    }
    if (inOrder && sent.length <= LONGEST_KEPT) {
      this.#lastSent = sent;
      this.#lastText = text;
    }
    return text;
  }

  /** Lists the issues of a text; returns true if there are none. */
  #judge(sent: string, slot: number, found: Found): boolean {
    const missing = this.#required && sent === '';
    const unexpected = this.#expected !== null && !this.#expected.includes(sent);
    const rule = this.#holds === null || this.#holds(sent) ? null : this.#rule;
    if (missing) found.issue('missing-field', this.pathOf(slot));
    if (unexpected) found.issue('unexpected-value', this.pathOf(slot));
    if (rule !== null) found.issue(rule, this.pathOf(slot));
    return !missing && !unexpected && rule === null;
  }

  /** A value as text. A number counts if the column accepts numbers, and in extensions, which use any value key. */
  #textOf(value: Scalar, slot: number): string | null {
    if (typeof value === 'string') return value;
    if (typeof value === 'boolean' || !(this.#takesNumbers || this.inExtension(slot))) return null;
    return typeof value === 'number' ? String(value) : value.text;
  }
}

function isBlank(value: Scalar): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function shownText(value: Scalar | undefined): string {
  return typeof value === 'object' ? value.text : String(value ?? '').toWellFormed();
}
