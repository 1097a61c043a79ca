import type { IssueRule, RecordIssue } from '../../shared/issues.ts';
import type { JsonValue } from '../../shared/json.ts';
import type { SlotValues } from '../bundle/known-shapes.ts';
import type { Scalar } from '../bundle/scalar-cache.ts';
import { jsonText } from '../bundle/parse-json.ts';

interface Undescribed {
  readonly path: string;
  /** JSON text. */
  readonly value: string;
}

const PATH_LIMIT = 400;
/** Most issues listed individually per record. */
const MOST_ISSUES = 100;
/** The path for all others. */
const ELSEWHERE = '…';

/** Result of walking one record: the values by slot, and everything that is not as described. */
export class Found implements SlotValues {
  readonly values: (Scalar | undefined)[];
  readonly more: { readonly slot: number; readonly value: Scalar }[];
  readonly issues: RecordIssue[] = [];
  readonly undescribed: Undescribed[] = [];
  /** The items of the repeated part, if the declaration has one. */
  items: readonly JsonValue[] = [];
  /** Number of items so far in a list whose items' values belong together; a new value belongs to the latest. */
  item = 0;
  /** Number of field names found, to be compared with those in the text. */
  keys = 0;
  /** Whether texts must be checked for halves of surrogate pairs. */
  readonly mayHoldLoneSurrogates: boolean;
  readonly #extensions: number;
  #occurrences: Uint32Array | null = null;
  #itemsOf: Map<number, number[]> | null = null;

  constructor({ values, more }: SlotValues, extensions: number, mayHoldLoneSurrogates: boolean) {
    this.values = values;
    this.more = more;
    this.#extensions = extensions;
    this.mayHoldLoneSurrogates = mayHoldLoneSurrogates;
  }

  /** Number of occurrences of each known extension; not used for a record of known shape. */
  get occurrences(): Uint32Array {
    return (this.#occurrences ??= new Uint32Array(this.#extensions));
  }

  put(slot: number, value: Scalar): void {
    if (this.values[slot] === undefined) this.values[slot] = value;
    else this.more.push({ slot, value });
    if (this.item === 0) return;
    this.#itemsOf ??= new Map<number, number[]>();
    const items = this.#itemsOf.get(slot);
    if (items === undefined) this.#itemsOf.set(slot, [this.item]);
    else items.push(this.item);
  }

  /** The items, from 1, that contained a slot's values, in the order of `all`; a record of known shape has one. */
  itemsOf(slot: number): readonly number[] {
    return this.#itemsOf?.get(slot) ?? this.all(slot).map(() => 1);
  }

  /** All values of a slot in the order of the record. */
  all(slot: number): readonly Scalar[] {
    const first = this.values[slot];
    if (first === undefined) return [];
    return this.more.length === 0 ? [first] : [first, ...this.more.filter((item) => item.slot === slot).map((item) => item.value)];
  }

  /** Lists each issue once. Beyond `MOST_ISSUES`, further issues of a rule are listed once for all. */
  issue(rule: IssueRule, path: string): void {
    const shown = readablePath(path);
    if (this.#lists(rule, shown)) return;
    const place = this.issues.length < MOST_ISSUES ? shown : ELSEWHERE;
    if (!this.#lists(rule, place)) this.issues.push({ rule, path: place });
  }

  #lists(rule: IssueRule, path: string): boolean {
    return this.issues.some((issue) => issue.rule === rule && issue.path === path);
  }

  /** Keeps a value that no column shows, with the reason. */
  setAside(rule: IssueRule, path: string, value: JsonValue): void {
    this.issue(rule, path);
    this.undescribed.push({ path: readablePath(path), value: jsonText(value) });
  }
}

/** A path short enough for grouping and in valid Unicode, because a hostile record may contain any name. */
function readablePath(path: string): string {
  return path.length <= PATH_LIMIT ? path.toWellFormed() : `${path.slice(0, PATH_LIMIT - 1).toWellFormed()}…`;
}
