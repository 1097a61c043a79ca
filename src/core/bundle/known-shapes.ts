import { limitExceeded, pageLimits } from './limits.ts';
import { isSame, ScalarCache, viewOf, type PageText, type Scalar } from './scalar-cache.ts';
import { code, scanNumber, type Tally } from './scan-json.ts';

/** The scalars of a resource by the slots that a dataset assigns to its paths. */
export interface SlotValues {
  /** The first value of each slot. */
  readonly values: (Scalar | undefined)[];
  /** Further values of slots that already have one. */
  readonly more: { readonly slot: number; readonly value: Scalar }[];
}

/** The text of a resource without its values: before, between and after them. */
export interface Shape {
  /** One more than values. Quotes of a text are part of the gaps. */
  readonly gaps: readonly string[];
  /** Slot of each value; -1 if nothing reads it. */
  readonly slots: readonly number[];
  /** Number of values of any kind, including objects and arrays. */
  readonly counted: number;
  readonly keys: number;
}

/** How to read the records of a page. */
export interface RecordHints {
  readonly shapes: KnownShapes | null;
  /** The field of a resource whose items are read one by one. */
  readonly repeated: string | null;
}

export interface ReadResource {
  readonly end: number;
  readonly keys: number;
  readonly values: number;
  readonly scalars: SlotValues;
}

/** A gap and what follows it: a value, or the end of the resource. */
type Step = Gap &
  ({ readonly end: Pick<Shape, 'counted' | 'keys'>; readonly met: null } | { readonly end: null; readonly met: ScalarCache });

interface Gap {
  readonly gap: DataView;
  readonly length: number;
  readonly isText: boolean;
  readonly slot: number;
  /** The most recently matched one comes first. */
  readonly next: Step[];
}

/** A service has few record shapes; beyond this many steps no more are learned. */
const MOST_STEPS = 1000;
/** Most bytes of the steps of one shape, because white space may have any length. */
const LONGEST_SHAPE = 16 * 1024;

/**
 * Shapes of a dataset's resources that were parsed before. A resource that differs from them only in its values is valid JSON and needs no
 * scanning or parsing, which is most of the work of reading a page.
 */
export class KnownShapes {
  readonly #none: readonly (Scalar | undefined)[];
  readonly #first: Step[] = [];
  #steps = 0;

  constructor(slots: number) {
    this.#none = Array.from({ length: slots }, () => undefined);
  }

  /** Whether no more shapes are learned. */
  get isFull(): boolean {
    return this.#steps >= MOST_STEPS;
  }

  learn({ gaps, slots, counted, keys }: Shape): void {
    if (this.isFull || gaps.reduce((length, gap) => length + gap.length, 0) > LONGEST_SHAPE) return;
    let steps = this.#first;
    for (const [index, gap] of gaps.entries()) {
      const bytes = viewOf(Uint8Array.from(Buffer.from(gap, 'latin1')));
      let step = steps.find((known) => known.length === gap.length && isSame(bytes, 0, known.gap, 0, gap.length));
      if (step === undefined) {
        const ends = index === slots.length;
        const isText = !ends && gap.endsWith('"');
        step = {
          gap: bytes,
          length: gap.length,
          isText,
          slot: slots[index] ?? -1,
          next: [],
          ...(ends ? { end: { counted, keys }, met: null } : { end: null, met: new ScalarCache(isText) }),
        };
        steps.push(step);
        this.#steps++;
      }
      steps = step.next;
    }
  }

  /** Reads the resource at an offset; null if it has another shape or a text with escapes. Throws PROTOCOL and LIMIT. */
  read(page: PageText, start: number, tally: Tally): ReadResource | null {
    const values = this.#none.slice();
    const more: SlotValues['more'] = [];
    let at = start;
    for (let step = nextStep(this.#first, page, at); step !== null; step = nextStep(step.next, page, at)) {
      at += step.length;
      if (step.end !== null) {
        count(step.end, tally);
        return { end: at, keys: step.end.keys, values: step.end.counted, scalars: { values, more } };
      }
      const { met, slot } = step;
      let end = step.isText ? met.repeatedUntil(page, at) : -1;
      let value: Scalar;
      if (end === -1) {
        end = step.isText ? endOfText(page.bytes, at) : scanNumber(page.bytes, at, tally);
        if (end === -1) return null;
        value = met.take(page, at, end);
      } else value = met.latest;
      at = end;
      if (slot === -1) continue;
      if (values[slot] === undefined) values[slot] = value;
      else more.push({ slot, value });
    }
    return null;
  }
}

function count({ keys, counted }: Pick<Shape, 'counted' | 'keys'>, tally: Tally): void {
  tally.keys += keys;
  tally.values += counted;
  if (tally.values > pageLimits.values) throw limitExceeded('values');
}

/** The step whose gap matches here. At most one can, because a gap ends where a value begins. */
function nextStep(steps: Step[], { bytes, view }: PageText, at: number): Step | null {
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index];
    if (step === undefined || !isSame(view, at, step.gap, 0, step.length)) continue;
    if (step.end === null && !step.isText && !beginsNumber(bytes[at + step.length] ?? 0)) continue;
    // The next record will probably take the same path.
    if (index > 0 && steps[0] !== undefined) {
      steps[index] = steps[0];
      steps[0] = step;
    }
    return step;
  }
  return null;
}

function beginsNumber(byte: number): boolean {
  return byte === code.minus || (byte >= code.zero && byte <= code.nine);
}

/** Offset of the closing quote of a text; -1 if it has escapes or is not allowed. */
function endOfText(bytes: Uint8Array, start: number): number {
  let end = start;
  for (let byte = bytes[end] ?? 0; byte !== code.quote; byte = bytes[++end] ?? 0) {
    if (byte < 0x20 || byte === code.backslash) return -1;
  }
  return end - start > pageLimits.string ? -1 : end;
}
