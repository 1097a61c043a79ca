import type { CellValue } from '../../../shared/datasets/declaration.ts';

/** The last part of a source path, for a label: "extension[#SpecimenState]" → "SpecimenState", "code.note" → "note". */
export function labelOfPath(path: string): string {
  return /#([^\]]+)\]$/.exec(path)?.[1] ?? /([^.[\]]+)(?:\[\])?$/.exec(path)?.[1] ?? path;
}

/** What to show of a value that came as JSON text: the text of a string, the value of an extension, else the JSON as it is. */
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

/** The ledger's name for what no column shows: a JSON list of paths and values. */
export const undescribedColumn = '_undescribed';

interface Undescribed {
  readonly path: string;
  readonly value: string;
}

/** What the ledger kept of it; empty for anything else than its list. */
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

/** The same in words: "SpecimenState: hemolyzed; note: late"; null for none. */
export function undescribedWords(cell: CellValue): string | null {
  const words = undescribedIn(cell).map(({ path, value }) => `${labelOfPath(path)}: ${shownValue(value)}`);
  return words.length === 0 ? null : words.join('; ');
}
