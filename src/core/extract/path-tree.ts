import type { Dataset } from '../../shared/datasets/datasets.ts';
import { isDerived } from '../../shared/datasets/declaration.ts';
import { parsePath, type PathStep } from './path.ts';

/** What a declaration says about one place in a resource. */
export interface PathNode {
  /** As named in issues: `code.coding[].display`. */
  readonly path: string;
  readonly fields: Map<string, PathNode>;
  /** Set if the place holds an array of described items. */
  items: PathNode | null;
  /** Set if the place holds extensions. */
  extensions: ExtensionNode | null;
  /** Slot for the value; -1 if nothing reads it. */
  slot: number;
  /** The place holds one value and nothing below it. */
  leaf: boolean;
  /** The items of this array are separate rows. */
  repeated: boolean;
  /** An item of a list whose items' values belong together. */
  together: boolean;
}

export interface ExtensionNode {
  /** By URL fragment in lower case. */
  readonly byFragment: Map<string, KnownExtension>;
  /** Slots of the columns that read an extension by its value key. */
  readonly byValueKey: Map<string, number>;
}

export interface KnownExtension {
  /** Its index among all known extensions, for counting occurrences. */
  readonly index: number;
  /** As spelled in the declaration: `extension[#RevisionNumber]`. */
  readonly path: string;
  /** Slot of each occurrence, the first at index 0; -1 if no column reads it. */
  readonly slots: number[];
}

export interface PathTree {
  readonly root: PathNode;
  /** Path of each slot. */
  readonly slotPaths: readonly string[];
  /** Whether a slot is the value of an extension, whatever its value key. */
  readonly slotIsExtension: readonly boolean[];
  readonly extensionCount: number;
  /** Returns the slot of a declared path; -1 if no column uses it. */
  readonly slotOf: (path: string) => number;
}

/** Compiles all paths of a declaration into one tree, so that a single walk reads a resource and finds what is not described. */
export function compilePaths(dataset: Dataset): PathTree {
  const builder = new TreeBuilder(dataset.repeated ?? null);
  for (const path of dataset.described) builder.add(path, false);
  for (const column of dataset.columns) {
    if (isDerived(column)) continue;
    for (const path of column.paths) builder.add(path, true);
    if (column.sign !== undefined) builder.add(column.sign, true);
    for (const path of column.beside?.paths ?? []) builder.keepTogether(path);
  }
  return builder.tree();
}

function newNode(path: string): PathNode {
  return { path, fields: new Map(), items: null, extensions: null, slot: -1, leaf: false, repeated: false, together: false };
}

class TreeBuilder {
  readonly #root = newNode('');
  readonly #repeated: string | null;
  readonly #slots = new Map<string, number>();
  readonly #slotPaths: string[] = [];
  readonly #slotIsExtension: boolean[] = [];
  #extensions = 0;

  constructor(repeated: string | null) {
    this.#repeated = repeated;
  }

  add(path: string, read: boolean): void {
    let node: PathNode | null = this.#root;
    for (const step of parsePath(path)) node = node === null ? null : this.#descend(node, step, path, read);
    if (node === null) return;
    node.leaf = true;
    if (read) node.slot = this.#slotFor(path, false);
  }

  /** Keeps the items of the innermost list on a path distinct. */
  keepTogether(path: string): void {
    let node: PathNode | null = this.#root;
    let item: PathNode | null = null;
    for (const step of parsePath(path)) {
      node = node === null ? null : this.#descend(node, step, path, true);
      if (step.every) item = node;
    }
    if (item !== null) item.together = true;
  }

  tree(): PathTree {
    return {
      root: this.#root,
      slotPaths: this.#slotPaths,
      slotIsExtension: this.#slotIsExtension,
      extensionCount: this.#extensions,
      slotOf: (path) => this.#slots.get(path.toLowerCase()) ?? -1,
    };
  }

  /** The node that a step leads to; null for an extension, whose value key ends the path. */
  #descend(parent: PathNode, step: PathStep, path: string, read: boolean): PathNode | null {
    const place = parent.path === '' ? step.name : `${parent.path}.${step.name}`;
    const node = getOrAdd(parent.fields, step.name, () => newNode(place));
    if (step.name === 'extension') {
      this.#addExtension(node, step, path, read);
      return null;
    }
    if (!step.every) return node;
    if (`${place}[]` === this.#repeated) node.repeated = true;
    node.items ??= newNode(`${place}[]`);
    return node.items;
  }

  #addExtension(node: PathNode, step: PathStep, path: string, read: boolean): void {
    node.extensions ??= { byFragment: new Map(), byValueKey: new Map() };
    if (step.valueKey !== null && read) node.extensions.byValueKey.set(step.valueKey, this.#slotFor(path, true));
    if (step.extension === null) return;
    const { fragment, occurrence } = step.extension;
    const known = getOrAdd(node.extensions.byFragment, fragment, () => ({
      index: this.#extensions++,
      path: path.replace(/:\d+\]$/, ']'),
      slots: [],
    }));
    while (known.slots.length < occurrence) known.slots.push(-1);
    if (read) known.slots[occurrence - 1] = this.#slotFor(path, true);
  }

  #slotFor(path: string, isExtension: boolean): number {
    return getOrAdd(this.#slots, path.toLowerCase(), () => {
      this.#slotIsExtension.push(isExtension);
      return this.#slotPaths.push(path) - 1;
    });
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const present = map.get(key);
  if (present !== undefined) return present;
  const made = make();
  map.set(key, made);
  return made;
}
