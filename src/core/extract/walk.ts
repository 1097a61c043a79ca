import { SentNumber, isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { Found } from './found.ts';
import type { ExtensionNode, PathNode } from './path-tree.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { isDerived } from '../../shared/datasets/declaration.ts';
import { parsePath } from './path.ts';

const noExtensions: ExtensionNode = { byFragment: new Map(), byValueKey: new Map() };

/**
 * Walks a record once along the declared paths: values go to their slots, everything else is set aside as payload drift. Names such as
 * `__proto__` are own properties of parsed JSON and are handled like any other.
 */
export function walkObject(node: PathNode, object: JsonObject, found: Found): void {
  for (const name of Object.keys(object)) {
    found.keys++;
    const child = node.fields.get(name);
    const value = object[name] ?? null;
    if (child !== undefined) walkValue(child, value, found);
    else setAsideField(node, name, value, found);
  }
}

/** Walks the value at one declared place. */
function walkValue(node: PathNode, value: JsonValue, found: Found): void {
  if (node.leaf && isScalar(value)) {
    if (node.slot !== -1) found.put(node.slot, value);
  } else if (Array.isArray(value) && node.extensions !== null) {
    walkExtensions(node.path, node.extensions, value, found);
  } else if (Array.isArray(value) && node.items !== null) {
    walkItems(node, node.items, value, found);
  } else if (isJsonObject(value) && node.fields.size > 0) {
    walkObject(node, value, found);
  } else {
    setAsideWhole('wrong-type', node.path, value, found);
  }
}

function walkItems(node: PathNode, items: PathNode, array: readonly JsonValue[], found: Found): void {
  if (node.repeated) found.items = array;
  else
    for (const item of array) {
      if (items.together) found.item++;
      walkValue(items, item, found);
    }
}

function setAsideField(node: PathNode, name: string, value: JsonValue, found: Found): void {
  const path = node.path === '' ? name : `${node.path}.${name}`;
  if (name === 'extension' && Array.isArray(value)) walkExtensions(path, noExtensions, value, found);
  else setAsideWhole('unknown-field', path, value, found);
}

function setAsideWhole(rule: 'wrong-type' | 'unknown-field' | 'unknown-extension', path: string, value: JsonValue, found: Found): void {
  found.keys += countKeys(value);
  found.setAside(rule, path, value);
}

function walkExtensions(path: string, known: ExtensionNode, extensions: readonly JsonValue[], found: Found): void {
  for (const extension of extensions) {
    const url = isJsonObject(extension) ? extension['url'] : undefined;
    if (!isJsonObject(extension) || typeof url !== 'string') setAsideWhole('wrong-type', path, extension, found);
    else walkExtension(path, known, extension, url, found);
  }
}

function walkExtension(path: string, known: ExtensionNode, extension: JsonObject, url: string, found: Found): void {
  const place = placeOfExtension(path, known, url, Object.keys(extension), found);
  if (place === null) setAsideWhole('unknown-extension', `${path}[#${fragmentOf(url)}]`, extension, found);
  else readExtension(place.path, extension, place.slot, found);
}

/**
 * Returns where the value of an extension belongs; null if it is unknown. Extensions are matched by URL fragment, ignoring case, order and
 * value key (spec 2.4). `found`: what the record had before it.
 */
export function placeOfExtension(
  path: string,
  known: ExtensionNode,
  url: string,
  names: readonly string[],
  found: Pick<Found, 'occurrences' | 'values'>,
): { readonly path: string; readonly slot: number } | null {
  const match = known.byFragment.get(fragmentOf(url).toLowerCase());
  if (match !== undefined) {
    const occurrence = found.occurrences[match.index] ?? 0;
    found.occurrences[match.index] = occurrence + 1;
    // A further occurrence is an additional value for the last column that reads this extension.
    return { path: match.path, slot: match.slots[Math.min(occurrence, match.slots.length - 1)] ?? -1 };
  }
  if (known.byValueKey.size === 0 || isFieldName(lastPart(url))) return null;
  const taken = names.find((name) => known.byValueKey.has(name) && found.values[known.byValueKey.get(name) ?? -1] === undefined);
  return taken === undefined ? null : { path: `${path}[${taken}]`, slot: known.byValueKey.get(taken) ?? -1 };
}

function fragmentOf(url: string): string {
  return url.slice(url.indexOf('#') + 1);
}

/** What follows the last `#` or `/`. Not found by a pattern: on a URL of a megabyte, one anchored at the end takes quadratic time. */
function lastPart(url: string): string {
  return url.slice(Math.max(url.lastIndexOf('#'), url.lastIndexOf('/')) + 1);
}

function readExtension(path: string, extension: JsonObject, slot: number, found: Found): void {
  for (const name of Object.keys(extension)) {
    found.keys++;
    if (name === 'url') continue;
    const value = extension[name] ?? null;
    if (!name.startsWith('value')) setAsideWhole('unknown-field', `${path}.${name}`, value, found);
    else if (!isScalar(value)) setAsideWhole('wrong-type', path, value, found);
    else if (slot !== -1) found.put(slot, value);
  }
}

function isScalar(value: JsonValue): value is string | number | boolean | SentNumber {
  return value !== null && (typeof value !== 'object' || value instanceof SentNumber);
}

/** Number of field names in a value and everything below it. */
function countKeys(value: JsonValue): number {
  if (isScalar(value) || value === null) return 0;
  const items = isJsonObject(value) ? Object.values(value) : value;
  let keys = isJsonObject(value) ? items.length : 0;
  for (const item of items) keys += countKeys(item);
  return keys;
}

const describedNames: ReadonlySet<string> = new Set(
  Object.values(datasets)
    .flatMap(({ columns, described }) => [...described, ...columns.flatMap((column) => (isDerived(column) ? [] : column.paths))])
    .flatMap(parsePath)
    .flatMap(({ name, extension }) => (extension === null ? [name.toLowerCase()] : [extension.fragment])),
);

/** True for the name of a field or extension that the interface describes in any dataset, ignoring case. */
function isFieldName(name: string): boolean {
  return describedNames.has(name.toLowerCase());
}
