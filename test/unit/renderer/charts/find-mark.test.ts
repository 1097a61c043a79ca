import { describe, expect, test } from 'vitest';
import type { Mark } from '../../../../src/renderer/record/figures/figure.ts';
import { markNear, step, subjectsBetween, subjectsWithin, type MarkAt } from '../../../../src/renderer/record/figures/find-mark.ts';

/** Marks of 10 × 10 pixels, 20 pixels apart: each line is a row, each letter a subject. */
function rowsOf(...lines: readonly string[]): readonly (readonly Mark[])[] {
  return lines.map((line, row) =>
    Array.from(line).flatMap((subject, column): readonly Mark[] =>
      subject === ' '
        ? []
        : [{ id: `${subject}${String(column)}`, subject, says: [subject], box: { x: column * 20, y: row * 20, width: 10, height: 10 } }],
    ),
  );
}

const rows = rowsOf('aaa', '', 'bbbb', 'c  c');
const at = (row: number, column: number): MarkAt => ({ row, column });

describe('stepping through marks', () => {
  test.each([
    ['the first step goes to the first mark', null, 'ArrowRight', at(0, 0)],
    ['right goes along the row', at(0, 0), 'ArrowRight', at(0, 1)],
    ['and stops at its end', at(0, 2), 'ArrowRight', at(0, 2)],
    ['left stops at its beginning', at(0, 0), 'ArrowLeft', at(0, 0)],
    ['down skips an empty row', at(0, 1), 'ArrowDown', at(2, 1)],
    ['down goes to the nearest mark', at(2, 2), 'ArrowDown', at(3, 1)],
    ['up stops at the first row', at(0, 1), 'ArrowUp', at(0, 1)],
    ['a page goes to the last row at most', at(0, 0), 'PageDown', at(3, 0)],
    ['End goes to the end of the row', at(2, 0), 'End', at(2, 3)],
    ['Home goes to the beginning of the row', at(2, 3), 'Home', at(2, 0)],
  ] as const)('%s', (_says, from, key, to) => {
    expect(step(rows, from, key)).toEqual(to);
  });

  test('ignores other keys, and does nothing without marks', () => {
    expect(step(rows, at(0, 0), 'Tab')).toBeNull();
    expect(step([[], []], null, 'ArrowRight')).toBeNull();
  });

  test('starts over if the marks have changed', () => {
    expect(step(rows, at(7, 3), 'ArrowLeft')).toEqual(at(0, 0));
  });
});

describe('the pointer', () => {
  test('finds the mark that it touches, or the nearest one around it', () => {
    expect(markNear(rows, { x: 25, y: 5 })).toEqual(at(0, 1));
    expect(markNear(rows, { x: 32, y: 12 })).toEqual(at(0, 1));
  });

  test('finds none if all are far away', () => {
    expect(markNear(rows, { x: 300, y: 300 })).toBeNull();
  });

  test('finds the one drawn last of overlapping marks', () => {
    const [first = [], ...others] = rowsOf('aa');
    const over = first.map((mark) => ({ ...mark, reach: { x: 0, y: 0, width: 100, height: 100 } }));
    expect(markNear([over, ...others], { x: 5, y: 5 })).toEqual(at(0, 1));
  });
});

describe('picking subjects', () => {
  test('takes the subjects of all marks that a dragged box touches', () => {
    expect([...subjectsWithin(rows, { x: 0, y: 30, width: 15, height: 40 }, 'xy')]).toEqual(['b', 'c']);
  });

  test('ignores the other axis when dragging along one', () => {
    expect([...subjectsWithin(rows, { x: 58, y: 0, width: 4, height: 1 }, 'x')]).toEqual(['b', 'c']);
    expect([...subjectsWithin(rows, { x: 500, y: 0, width: 1, height: 12 }, 'y')]).toEqual(['a']);
  });

  test('takes all marks or rows in between when using keys', () => {
    const bars = rowsOf('abcd');
    expect([...subjectsBetween(bars, at(0, 2), at(0, 1))]).toEqual(['b', 'c']);
    expect([...subjectsBetween(rows, at(3, 0), at(0, 2))]).toEqual(['a', 'b', 'c']);
  });
});
