import type { CellValue } from '../../../shared/datasets/declaration.ts';

/** The last part of a source path, for a label: "extension[#SpecimenState]" → "SpecimenState", "code.note" → "note". */
export function labelOfPath(path: string): string {
  return /#([^\]]+)\]$/.exec(path)?.[1] ?? /([^.[\]]+)(?:\[\])?$/.exec(path)?.[1] ?? path;
}

/** How to show a value given as JSON: a string's text, an extension's value, otherwise the JSON itself. */
export function shownValue(json: string): string {
  const extension = /^\{"url":\s*"(?:[^"\\]|\\.)*",\s*"value\w+":\s*("(?:[^"\\]|\\.)*"|[^,{}[\]]+)\}$/.exec(json.trim());
  const value = extension?.[1] ?? json;
  return value.startsWith('"') ? unquoted(value) : value;
}

function unquoted(json: string): string {
  try {
    const text: unknown = JSON.parse(json);
    return typeof text === 'string' ? text : json;
  } catch {
    return json;
  }
}

/** The ledger's name for fields that no column describes: a JSON list of paths and values. */
export const undescribedColumn = '_undescribed';

interface Undescribed {
  readonly path: string;
  readonly value: string;
}

/** Parses such a list from the ledger; empty for anything else. */
export function undescribedIn(cell: CellValue): readonly Undescribed[] {
  if (typeof cell !== 'string') return [];
  try {
    const kept: unknown = JSON.parse(cell);
    return Array.isArray(kept) && kept.every(isUndescribed) ? kept : [];
  } catch {
    return [];
  }
}

function isUndescribed(value: unknown): value is Undescribed {
  if (typeof value !== 'object' || value === null || !('path' in value && 'value' in value)) return false;
  return typeof value.path === 'string' && typeof value.value === 'string';
}

/** The list as text: "SpecimenState: hemolyzed; note: late"; null if it is empty. */
export function undescribedWords(cell: CellValue): string | null {
  const words = undescribedIn(cell).map(({ path, value }) => `${labelOfPath(path)}: ${shownValue(value)}`);
  return words.length === 0 ? null : words.join('; ');
}
