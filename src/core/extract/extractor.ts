import type { Dataset } from '../../shared/datasets/datasets.ts';
import { longestKey } from '../../shared/datasets/declaration.ts';
import { defaultTerms, type StudyTerms } from '../../shared/terms/study-terms.ts';
import type { IssueRule } from '../../shared/issues.ts';
import { isJsonObject, type JsonValue } from '../../shared/json.ts';
import { shortHash, type BundleEntry } from '../bundle/bundle-entry.ts';
import { KnownShapes, type SlotValues } from '../bundle/known-shapes.ts';
import type { Scalar } from '../bundle/scalar-cache.ts';
import { compileCells, type CellReader } from './cells.ts';
import { Found } from './found.ts';
import { shapeOf } from './shape-of.ts';
import { RowView } from './row-view.ts';
import { compilePaths, type PathNode, type PathTree } from './path-tree.ts';
import { sqlColumns, type SqlColumn, type SqlValue } from './sql-columns.ts';
import { walkObject } from './walk.ts';

/** One row of a dataset's table. */
export interface ExtractedRow {
  readonly key: string;
  /** In the order of `Extractor.columns`. */
  readonly cells: readonly SqlValue[];
  /** JSON `[{path, value}]` of what no column shows; null if there is nothing. */
  readonly undescribed: string | null;
  /** First 16 bytes of the SHA-256 of the record as sent. */
  readonly hash: Buffer;
}

/** One issue of an entry. `key` is null if the record's key is unknown or the issue concerns the whole resource. */
export interface FoundIssue {
  readonly key: string | null;
  readonly rule: IssueRule;
  readonly path: string;
  readonly quarantined: boolean;
}

export interface Extracted {
  readonly rows: readonly ExtractedRow[];
  readonly issues: readonly FoundIssue[];
}

/** Reads entries as rows of one dataset. */
export interface Extractor {
  readonly dataset: Dataset;
  /** The columns of `ExtractedRow.cells`. */
  readonly columns: readonly SqlColumn[];
  /** Shapes learned from the dataset's records; parsing pages with them halves the time. */
  readonly shapes: KnownShapes;
  /** The field of a resource whose items are its rows; null if the resource is the row. */
  readonly repeated: string | null;
  /** Never throws for valid JSON: what cannot be understood becomes an issue. */
  extract(entry: BundleEntry, study: string): Extracted;
  /** Like `extract`, but passes rows and issues on one by one. */
  read(entry: BundleEntry, study: string, taker: RecordTaker): void;
}

/** Receives what is read of entries, in order: the issues of a row follow it. */
export interface RecordTaker {
  row(row: ExtractedRow): void;
  issue(issue: FoundIssue): void;
}

/** Most characters that a resource may add to each of its items. */
const LONGEST_REPEATED = 4096;

/** Compiles a declaration's paths and readers once, for any number of entries of a study with these terms. */
export function compileExtractor(dataset: Dataset, terms: StudyTerms = defaultTerms): Extractor {
  return new CompiledExtractor(dataset, terms);
}

class CompiledExtractor implements Extractor {
  readonly dataset: Dataset;
  readonly columns: readonly SqlColumn[];
  readonly shapes: KnownShapes;
  readonly repeated: string | null;
  readonly #empty: readonly SqlValue[];
  readonly #tree: PathTree;
  readonly #readers: readonly CellReader[];
  readonly #Row: new (cells: readonly SqlValue[]) => RowView;
  readonly #keyCell: number;
  readonly #keyPath: string;
  readonly #studySlot: number;
  readonly #item: PathNode | null;

  constructor(dataset: Dataset, terms: StudyTerms) {
    this.dataset = dataset;
    this.columns = sqlColumns(dataset);
    this.#empty = this.columns.map(() => null);
    this.#Row = RowView.of(this.columns);
    this.#tree = compilePaths(dataset);
    this.shapes = new KnownShapes(this.#tree.slotPaths.length);
    this.#readers = compileCells(dataset, this.#tree, terms);
    this.#keyCell = dataset.columns.findIndex((column) => column.name === dataset.key);
    const key = dataset.columns[this.#keyCell];
    this.#keyPath = key !== undefined && 'paths' in key ? key.paths[0] : dataset.key;
    this.#studySlot = this.#tree.slotOf(dataset.repeated === undefined ? 'extension[#IDB.Protocol]' : 'identifier[].value');
    this.#item = dataset.repeated === undefined ? null : repeatedItem(this.#tree.root, dataset.repeated);
    this.repeated = dataset.repeated?.replace(/\[\]$/, '') ?? null;
  }

  extract(entry: BundleEntry, study: string): Extracted {
    const rows: ExtractedRow[] = [];
    const issues: FoundIssue[] = [];
    this.read(entry, study, { row: (row) => rows.push(row), issue: (issue) => issues.push(issue) });
    return { rows, issues };
  }

  read(entry: BundleEntry, study: string, taker: RecordTaker): void {
    if (entry.isTooLarge) quarantine(taker, null, 'too-large', 'resource');
    else if (entry.scalars !== null) this.#readOne(this.#foundOf(entry.scalars, entry), entry, study, taker);
    else this.#readParsed(entry, study, taker);
  }

  #readParsed(entry: BundleEntry, study: string, taker: RecordTaker): void {
    const { resource } = entry;
    if (resource === null) {
      quarantine(taker, null, 'no-resource', 'resource');
      return;
    }
    if (!Object.hasOwn(resource, 'resourceType') || resource['resourceType'] !== this.dataset.resourceType) {
      quarantine(taker, null, 'other-resource-type', 'resourceType');
      return;
    }
    const found = this.#foundOf({ values: new Array<undefined>(this.#tree.slotPaths.length).fill(undefined), more: [] }, entry);
    walkObject(this.#tree.root, resource, found);
    if (this.#item !== null) {
      this.#readItems(this.#item, found, entry, study, taker);
      return;
    }
    if (found.keys !== entry.keys) found.issue('duplicate-field', '');
    else if (found.issues.length === 0) this.#learn(entry);
    this.#readOne(found, entry, study, taker);
  }

  #foundOf(scalars: SlotValues, entry: BundleEntry): Found {
    return new Found(scalars, this.#tree.extensionCount, entry.mayHoldLoneSurrogates);
  }

  /** Learns the shape of a record in which the walk found no issue. */
  #learn(entry: BundleEntry): void {
    const text = entry.newShape;
    const shape = text === null ? null : shapeOf(text, this.#tree);
    if (shape !== null) this.shapes.learn(shape);
  }

  #readOne(found: Found, entry: BundleEntry, study: string, taker: RecordTaker): void {
    const cells = this.#readCells(found);
    const key = cells[this.#keyCell];
    if (typeof key !== 'string' || key === '') {
      quarantine(taker, null, 'no-key', this.#keyPath);
      return;
    }
    if (key.length > longestKey) {
      quarantine(taker, null, 'too-large', this.#keyPath);
      return;
    }
    if (this.#isOtherStudy(found, study)) {
      quarantine(taker, key, 'other-study', this.#studyPath());
      return;
    }
    taker.row({ key, cells, undescribed: undescribedOf(found), hash: entry.hash });
    listIssues(taker, key, found);
  }

  /** Every item of the repeated part is a row; fields of the resource next to it are the same in each. */
  #readItems(item: PathNode, group: Found, entry: BundleEntry, study: string, taker: RecordTaker): void {
    if (this.#isOtherStudy(group, study)) {
      quarantine(taker, null, 'other-study', this.#studyPath());
      return;
    }
    if (isTooLargeToRepeat(group)) {
      quarantine(taker, null, 'too-large', 'resource');
      return;
    }
    // Issues of the resource as a whole are listed once, not with every item.
    this.#readCells(group, false);
    const keys = new Set<string>();
    const groupIssues = new Set(group.issues.map((issue) => `${issue.rule} ${issue.path}`));
    let names = group.keys;
    for (const value of entry.items ?? group.items) {
      const found = this.#walkItem(item, value, group, entry);
      names += found.keys;
      const cells = this.#readCells(found);
      const key = cells[this.#keyCell];
      if (typeof key !== 'string' || key === '') quarantine(taker, null, 'no-key', this.#keyPath);
      else if (key.length > longestKey) quarantine(taker, null, 'too-large', this.#keyPath);
      else if (keys.has(key)) taker.issue({ key, rule: 'repeated-member', path: item.path, quarantined: false });
      else {
        keys.add(key);
        const undescribed = undescribedOf(found);
        taker.row({ key, cells, undescribed, hash: shortHash(JSON.stringify([cells, undescribed])) });
        for (const { rule, path } of found.issues)
          if (!groupIssues.has(`${rule} ${path}`)) taker.issue({ key, rule, path, quarantined: false });
      }
    }
    if (names !== entry.keys) group.issue('duplicate-field', '');
    listIssues(taker, null, group);
  }

  #walkItem(item: PathNode, value: JsonValue, group: Found, entry: BundleEntry): Found {
    const found = this.#foundOf({ values: group.values.slice(), more: [...group.more] }, entry);
    if (isJsonObject(value)) walkObject(item, value, found);
    else found.setAside('wrong-type', item.path, value);
    return found;
  }

  #readCells(found: Found, items = true): readonly SqlValue[] {
    const cells = this.#empty.slice();
    const row = new this.#Row(cells);
    for (const reader of this.#readers) if (items || !reader.ofItem) reader.read(found, cells, row);
    return cells;
  }

  #isOtherStudy(found: Found, study: string): boolean {
    const first = found.values[this.#studySlot];
    if (first === undefined || (first === study && found.more.length === 0)) return false;
    return found.all(this.#studySlot).some((value) => String(typeof value === 'object' ? value.text : value) !== study);
  }

  #studyPath(): string {
    return this.#tree.slotPaths[this.#studySlot] ?? '';
  }
}

function repeatedItem(root: PathNode, path: string): PathNode | null {
  let node: PathNode | undefined = root;
  for (const name of path.replace(/\[\]$/, '').split('.')) node = node?.fields.get(name);
  return node?.items ?? null;
}

function quarantine(taker: RecordTaker, key: string | null, rule: IssueRule, path: string): void {
  taker.issue({ key, rule, path, quarantined: true });
}

function listIssues(taker: RecordTaker, key: string | null, found: Found): void {
  for (const { rule, path } of found.issues) taker.issue({ key, rule, path, quarantined: false });
}

/** Whether the values next to the items are too long to be repeated with each. */
function isTooLargeToRepeat({ values, more }: Found): boolean {
  const length = values.reduce<number>((sum, value) => sum + lengthOf(value), 0);
  return more.length > 100 || more.reduce((sum, { value }) => sum + lengthOf(value), length) > LONGEST_REPEATED;
}

function lengthOf(value: Scalar | undefined): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' ? value.text.length : 0;
}

function undescribedOf(found: Found): string | null {
  return found.undescribed.length === 0 ? null : JSON.stringify(found.undescribed);
}
