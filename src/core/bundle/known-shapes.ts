import { SentNumber } from '../../shared/json.ts';
import { limitExceeded, pageLimits } from './limits.ts';
import { code, scanNumber, type Tally } from './scan-json.ts';

/** A value that is neither object nor array nor null. */
export type Scalar = string | number | boolean | SentNumber;

/** The scalars of a resource by the slots that a dataset gives to its places. */
export interface SlotValues {
  /** The first value of each slot. */
  readonly values: (Scalar | undefined)[];
  /** Further values of slots that had one already. */
  readonly more: { readonly slot: number; readonly value: Scalar }[];
}

/** The text of a resource without its values: what lies before, between and after them. */
export interface Shape {
  /** One more than there are values. A text's quotes belong to it. */
  readonly gaps: readonly string[];
  /** Slot of each value; -1 where nothing reads it. */
  readonly slots: readonly number[];
  /** Values of any kind, objects and arrays included. */
  readonly counted: number;
  readonly keys: number;
}

/** The bytes of a page, and a view that reads several of them at once. */
export interface PageText {
  readonly bytes: Buffer;
  readonly view: DataView;
  readonly ascii: boolean;
}

/** By what the records of a page are read. */
export interface RecordHints {
  readonly shapes: KnownShapes | null;
  /** The field of a resource whose items are to be read one by one. */
  readonly repeated: string | null;
}

export interface ReadResource {
  readonly end: number;
  readonly keys: number;
  readonly values: number;
  readonly scalars: SlotValues;
}

/** A gap, and what follows it: a value, or the end of the resource. */
interface Step {
  readonly gap: DataView;
  readonly length: number;
  readonly isText: boolean;
  readonly slot: number;
  /** The last one that was taken comes first. */
  readonly next: Step[];
  /** Set where the resource ends. */
  readonly end: Pick<Shape, 'counted' | 'keys'> | null;
  /** The text that was met here last, as bytes and as it reads: most repeat themselves from record to record. */
  readonly last: Uint8Array;
  readonly lastView: DataView;
  lastLength: number;
  lastValue: string;
}

/** A service has few shapes of a record; past this many steps no more are learnt. */
const MOST_STEPS = 1000;
/** Bytes that the steps of one shape may take: white space may be of any length. */
const LONGEST_SHAPE = 16 * 1024;
/** Bytes; longer texts are made anew each time. */
const LONGEST_KEPT = 64;

/**
 * Resources of a dataset that were understood before. One that differs from them in nothing but its values is valid JSON and
 * needs neither scanning nor parsing, which is most of the work of reading a page.
 */
export class KnownShapes {
  readonly #slots: number;
  readonly #first: Step[] = [];
  #steps = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Nothing more is learnt. */
  get isFull(): boolean {
    return this.#steps >= MOST_STEPS;
  }

  learn({ gaps, slots, counted, keys }: Shape): void {
    if (this.isFull || gaps.reduce((length, gap) => length + gap.length, 0) > LONGEST_SHAPE) return;
    let steps = this.#first;
    for (const [index, gap] of gaps.entries()) {
      const bytes = viewOf(Uint8Array.from(Buffer.from(gap, 'latin1')));
      let step = steps.find((known) => known.length === gap.length && isAt(bytes, known.gap, gap.length, 0));
      if (step === undefined) {
        const ends = index === slots.length;
        const last = new Uint8Array(LONGEST_KEPT);
        step = {
          gap: bytes,
          length: gap.length,
          isText: !ends && gap.endsWith('"'),
          slot: slots[index] ?? -1,
          next: [],
          end: ends ? { counted, keys } : null,
          last,
          lastView: viewOf(last),
          lastLength: -1,
          lastValue: '',
        };
        steps.push(step);
        this.#steps++;
      }
      steps = step.next;
    }
  }

  /** Reads the resource at a place; null where it has another shape or a text with escapes. Throws PROTOCOL and LIMIT. */
  read(page: PageText, start: number, tally: Tally): ReadResource | null {
    const values = new Array<Scalar | undefined>(this.#slots).fill(undefined);
    const more: SlotValues['more'] = [];
    let at = start;
    for (let step = nextStep(this.#first, page, at); step !== null; step = nextStep(step.next, page, at)) {
      at += step.length;
      if (step.end !== null) {
        count(step.end, tally);
        return { end: at, keys: step.end.keys, values: step.end.counted, scalars: { values, more } };
      }
      const end = step.isText ? passText(page, at, step) : scanNumber(page.bytes, at, tally);
      if (end === -1) return null;
      if (step.slot !== -1) {
        const value = step.isText ? step.lastValue : numberOf(page.bytes.toString('latin1', at, end));
        // A long text is not held for the next record.
        if (step.lastLength === -1) step.lastValue = '';
        if (values[step.slot] === undefined) values[step.slot] = value;
        else more.push({ slot: step.slot, value });
      }
      at = end;
    }
    return null;
  }
}

function count({ keys, counted }: Pick<Shape, 'counted' | 'keys'>, tally: Tally): void {
  tally.keys += keys;
  tally.values += counted;
  if (tally.values > pageLimits.values) throw limitExceeded('values');
}

/** The step whose gap is found here; no two can be, since a gap ends where a value begins. */
function nextStep(steps: Step[], { bytes, view }: PageText, at: number): Step | null {
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index];
    if (step === undefined || !isAt(view, step.gap, step.length, at)) continue;
    if (step.end === null && !step.isText && !beginsNumber(bytes[at + step.length] ?? 0)) continue;
    // The next record will likely go the same way.
    if (index > 0 && steps[0] !== undefined) {
      steps[index] = steps[0];
      steps[0] = step;
    }
    return step;
  }
  return null;
}

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Whether the page has these bytes there. */
function isAt(page: DataView, part: DataView, length: number, start: number): boolean {
  if (start + length > page.byteLength) return false;
  let at = 0;
  for (; at + 4 <= length; at += 4) if (page.getInt32(start + at) !== part.getInt32(at)) return false;
  for (; at < length; at++) if (page.getInt8(start + at) !== part.getInt8(at)) return false;
  return true;
}

function beginsNumber(byte: number): boolean {
  return byte === code.minus || (byte >= code.zero && byte <= code.nine);
}

/** Passes over a text and keeps it as the step's last; gives the place of its closing quote, or -1 where it has escapes or is not allowed. */
function passText({ bytes, view, ascii }: PageText, start: number, step: Step): number {
  const { last, lastLength } = step;
  if (lastLength !== -1 && bytes[start + lastLength] === code.quote && isAt(view, step.lastView, lastLength, start))
    return start + lastLength;
  let end = start;
  for (let byte = bytes[end] ?? 0; byte !== code.quote; byte = bytes[++end] ?? 0) {
    if (byte < 0x20 || byte === code.backslash) return -1;
  }
  const length = end - start;
  if (length > pageLimits.string) return -1;
  step.lastLength = length > LONGEST_KEPT ? -1 : length;
  for (let index = 0; index < step.lastLength; index++) last[index] = bytes[start + index] ?? 0;
  // A part of the page's text would hold the whole page for as long as this value is remembered.
  step.lastValue = bytes.toString(ascii ? 'latin1' : 'utf8', start, end);
  return end;
}

function numberOf(text: string): number | SentNumber {
  const value = Number(text);
  return String(value) === text ? value : new SentNumber(text);
}
