import type { CellTest, Comparison, TimeBound } from '../read-condition.ts';
import { itemsOf } from '../../extract/stored-list.ts';
import type { CachedColumn, CachedTexts, CachedValues } from './cached-dataset.ts';
import { containsText } from '../contains.ts';
import { isLocalTime } from '../columns.ts';
import { farthestOffset, wallClockShift } from '../wall-clock.ts';

/**
 * By value number (0: no value): 1 if it meets the test. Returns null if SQLite must be asked, because it reads a text of the test
 * differently.
 */
export function valuesMeeting({ column, values }: CachedColumn, test: CellTest): Uint8Array | null {
  switch (test.is) {
    case 'missing':
      return absent(column.kind === 'list', values);
    case 'present':
      return inverted(absent(column.kind === 'list', values));
    case 'contains':
      return values.are === 'texts' && isPlain(test.text) ? containing(values, column.kind === 'list', test.text) : null;
    case 'compared':
      return compared(values, test.how, test.value);
    case 'among': {
      const found = among(values, test.values);
      if (found === null || !test.orMissing) return found;
      for (const [number, isAbsent] of absent(column.kind === 'list', values).entries()) if (isAbsent === 1) found[number] = 1;
      return found;
    }
    case 'dated':
      return values.are === 'texts' ? dated(values, test.bounds, test.instant, isLocalTime(column)) : null;
    case 'not': {
      const found = valuesMeeting({ column, values } as CachedColumn, test.of);
      return found === null ? null : inverted(found);
    }
  }
}

/** Whether SQLite reads a text like JavaScript: it contains neither U+0000 nor half of a surrogate pair. */
export function isPlain(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Marks the values that count as missing: no value, an empty text, an empty list. */
export function absent(isList: boolean, values: CachedValues): Uint8Array {
  const found = new Uint8Array(values.count + 1);
  found[0] = 1;
  if (values.are === 'numbers') return found;
  const empty = values.texts.find(isList ? '[]' : '');
  if (empty > 0) found[empty] = 1;
  return found;
}

function inverted(found: Uint8Array): Uint8Array {
  return found.map((is) => 1 - is);
}

/** Marks the texts that contain another, or the lists with an item that does. */
export function containing(values: CachedTexts, isList: boolean, wanted: string): Uint8Array {
  if (!isList) return values.texts.containing(wanted);
  const found = new Uint8Array(values.count + 1);
  const has = containsText(wanted);
  for (let number = 1; number <= values.count; number++) found[number] = itemsOf(values.texts.get(number)).some(has) ? 1 : 0;
  return found;
}

function compared(values: CachedValues, how: Comparison, value: string | number): Uint8Array | null {
  const found = new Uint8Array(values.count + 1);
  if (values.are === 'texts') {
    if (how !== '=' || typeof value !== 'string' || !isPlain(value)) return null;
    const number = values.texts.find(value);
    if (number > 0) found[number] = 1;
    return found;
  }
  const wanted = Number(value);
  for (let number = 1; number <= values.count; number++) found[number] = holds(values.numbers[number] ?? 0, how, wanted) ? 1 : 0;
  return found;
}

function holds(number: number, how: Comparison, wanted: number): boolean {
  switch (how) {
    case '=':
      return number === wanted;
    case '<':
      return number < wanted;
    case '<=':
      return number <= wanted;
    case '>':
      return number > wanted;
    case '>=':
      return number >= wanted;
  }
}

function among(values: CachedValues, wanted: readonly (string | number)[]): Uint8Array | null {
  if (values.are === 'texts') return textsAmong(values, wanted.map(String));
  const found = new Uint8Array(values.count + 1);
  const listed = new Set(wanted.map(Number));
  for (let number = 1; number <= values.count; number++) found[number] = listed.has(values.numbers[number] ?? 0) ? 1 : 0;
  return found;
}

/** Marks the texts that are one of these; returns null if SQLite must be asked. */
export function textsAmong(values: CachedTexts, wanted: readonly string[]): Uint8Array | null {
  if (!wanted.every(isPlain)) return null;
  const found = new Uint8Array(values.count + 1);
  if (wanted.length * 4 < values.count) {
    for (const text of wanted) found[values.texts.find(text)] = 1;
    found[0] = 0;
    return found;
  }
  const listed = new Set(wanted);
  for (let number = 1; number <= values.count; number++) found[number] = listed.has(values.texts.get(number)) ? 1 : 0;
  return found;
}

function dated(values: CachedTexts, bounds: readonly TimeBound[], instant: boolean, local: boolean): Uint8Array | null {
  const { times, texts } = values;
  if (times === null) return null;
  const found = new Uint8Array(values.count + 1);
  for (let number = 1; number <= values.count; number++) {
    const time = times[number] ?? Number.NaN;
    if (Number.isNaN(time)) continue;
    // A text is read only if its offset may decide.
    const isNear = instant === local && bounds.some(({ at }) => Math.abs(time - at) <= farthestOffset);
    const shift = isNear ? wallClockShift(texts.get(number)) : 0;
    const shown = local ? time - shift : time + shift;
    found[number] = bounds.every(({ is, at }) => (is === '>=' ? shown >= at : shown < at)) ? 1 : 0;
  }
  return found;
}
