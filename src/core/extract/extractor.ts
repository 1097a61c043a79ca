import type { Dataset } from '../../shared/datasets/declaration.ts';
import type { IssueRule } from '../../shared/issues.ts';
import { isJsonObject, type JsonValue } from '../../shared/json.ts';
import { shortHash, type BundleEntry } from '../bundle/bundle-entry.ts';
import { KnownShapes, type SlotValues } from '../bundle/known-shapes.ts';
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
  /** JSON `[{path, value}]` of what no column shows; null where there is nothing. */
  readonly undescribed: string | null;
  /** First 16 bytes of the SHA-256 of the record as sent. */
  readonly hash: Buffer;
}

/** One thing found in an entry; `key` is null where the record's key is not known or the whole resource is meant. */
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
  /** What was learnt of the dataset's records; pages that are parsed with it are read in half the time. */
  readonly shapes: KnownShapes;
  /** Never throws for anything that JSON can hold: what cannot be understood becomes an issue. */
  extract(entry: BundleEntry, study: string): Extracted;
}

/** Compiles a declaration's paths and readers once, for any number of entries. */
export function compileExtractor(dataset: Dataset): Extractor {
  return new CompiledExtractor(dataset);
}

class CompiledExtractor implements Extractor {
  readonly dataset: Dataset;
  readonly columns: readonly SqlColumn[];
  readonly shapes: KnownShapes;
  readonly #tree: PathTree;
  readonly #readers: readonly CellReader[];
  readonly #Row: new (cells: readonly SqlValue[]) => RowView;
  readonly #keyCell: number;
  readonly #keyPath: string;
  readonly #studySlot: number;
  readonly #item: PathNode | null;

  constructor(dataset: Dataset) {
    this.dataset = dataset;
    this.columns = sqlColumns(dataset);
    this.#Row = RowView.of(this.columns);
    this.#tree = compilePaths(dataset);
    this.shapes = new KnownShapes(this.#tree.slotPaths.length);
    this.#readers = compileCells(dataset, this.#tree);
    this.#keyCell = dataset.columns.findIndex((column) => column.name === dataset.key);
    const key = dataset.columns[this.#keyCell];
    this.#keyPath = key !== undefined && 'paths' in key ? key.paths[0] : dataset.key;
    this.#studySlot = this.#tree.slotOf(dataset.repeated === undefined ? 'extension[#IDB.Protocol]' : 'identifier[].value');
    this.#item = dataset.repeated === undefined ? null : repeatedItem(this.#tree.root, dataset.repeated);
  }

  extract(entry: BundleEntry, study: string): Extracted {
    if (entry.scalars !== null) return this.#readOne(this.#foundOf(entry.scalars, entry), entry, study);
    const resource = entry.resource;
    if (resource === null) return quarantine(null, 'no-resource', 'resource');
    if (!Object.hasOwn(resource, 'resourceType') || resource['resourceType'] !== this.dataset.resourceType)
      return quarantine(null, 'other-resource-type', 'resourceType');
    const found = this.#foundOf({ values: new Array<undefined>(this.#tree.slotPaths.length).fill(undefined), more: [] }, entry);
    walkObject(this.#tree.root, resource, found);
    if (this.#item !== null) return this.#readItems(this.#item, found, entry, study);
    if (found.keys !== entry.keys) found.issue('duplicate-field', '');
    else if (found.issues.length === 0) this.#learn(entry);
    return this.#readOne(found, entry, study);
  }

  #foundOf(scalars: SlotValues, entry: BundleEntry): Found {
    return new Found(scalars, this.#tree.extensionCount, entry.mayHoldLoneSurrogates);
  }

  /** Remembers the shape of a record in which the walk found nothing but what is described. */
  #learn(entry: BundleEntry): void {
    const text = entry.newShape;
    const shape = text === null ? null : shapeOf(text, this.#tree);
    if (shape !== null) this.shapes.learn(shape);
  }

  #readOne(found: Found, entry: BundleEntry, study: string): Extracted {
    const cells = this.#readCells(found);
    const key = cells[this.#keyCell];
    if (typeof key !== 'string' || key === '') return quarantine(null, 'no-key', this.#keyPath);
    if (this.#isOtherStudy(found, study)) return quarantine(key, 'other-study', this.#studyPath());
    return { rows: [{ key, cells, undescribed: undescribedOf(found), hash: entry.hash }], issues: issuesOf(key, found) };
  }

  /** Every item of the repeated part is a row; what the resource says beside them is the same in each. */
  #readItems(item: PathNode, group: Found, entry: BundleEntry, study: string): Extracted {
    if (this.#isOtherStudy(group, study)) return quarantine(null, 'other-study', this.#studyPath());
    // What is wrong with the resource as a whole is listed once, not with every item.
    this.#readCells(group, false);
    const rows = new Map<string, ExtractedRow>();
    const issues: FoundIssue[] = [];
    const groupIssues = new Set(group.issues.map((issue) => `${issue.rule} ${issue.path}`));
    let keys = group.keys;
    for (const value of group.items) {
      const found = this.#walkItem(item, value, group, entry);
      keys += found.keys;
      const cells = this.#readCells(found);
      const key = cells[this.#keyCell];
      const own = found.issues.filter((issue) => !groupIssues.has(`${issue.rule} ${issue.path}`));
      if (typeof key !== 'string' || key === '') issues.push({ key: null, rule: 'no-key', path: this.#keyPath, quarantined: true });
      else if (rows.has(key)) issues.push({ key, rule: 'repeated-member', path: item.path, quarantined: false });
      else {
        const undescribed = undescribedOf(found);
        rows.set(key, { key, cells, undescribed, hash: shortHash(JSON.stringify([cells, undescribed])) });
        issues.push(...own.map((issue) => ({ key, ...issue, quarantined: false })));
      }
    }
    if (keys !== entry.keys) group.issue('duplicate-field', '');
    issues.push(...issuesOf(null, group));
    return { rows: [...rows.values()], issues };
  }

  #walkItem(item: PathNode, value: JsonValue, group: Found, entry: BundleEntry): Found {
    const found = this.#foundOf({ values: group.values.slice(), more: [...group.more] }, entry);
    if (isJsonObject(value)) walkObject(item, value, found);
    else found.setAside('wrong-type', item.path, value);
    return found;
  }

  #readCells(found: Found, items = true): readonly SqlValue[] {
    const cells = new Array<SqlValue>(this.columns.length).fill(null);
    const row = new this.#Row(cells);
    for (const reader of this.#readers) if (items || !reader.ofItem) reader.read(found, cells, row);
    return cells;
  }

  #isOtherStudy(found: Found, study: string): boolean {
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

function quarantine(key: string | null, rule: IssueRule, path: string): Extracted {
  return { rows: [], issues: [{ key, rule, path, quarantined: true }] };
}

function issuesOf(key: string | null, found: Found): readonly FoundIssue[] {
  return found.issues.map((issue) => ({ key, ...issue, quarantined: false }));
}

function undescribedOf(found: Found): string | null {
  return found.undescribed.length === 0 ? null : JSON.stringify(found.undescribed);
}
