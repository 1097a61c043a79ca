import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Box } from '../../../../src/renderer/record/figures/figure.ts';
import { around, placeTip } from '../../../../src/renderer/record/figures/find-mark.ts';

const view: Box = { x: 0, y: 0, width: 800, height: 300 };
const tip = { width: 200, height: 60 };

describe('a tip is placed', () => {
  test.each([
    ['right of a mark', { x: 100, y: 50, width: 40, height: 40 }, { x: 150, y: 50 }],
    ['left of a mark near the right edge', { x: 700, y: 50, width: 40, height: 40 }, { x: 490, y: 50 }],
    ['below a lane as wide as the drawing', { x: 0, y: 20, width: 790, height: 16 }, { x: 0, y: 46 }],
    ['above such a lane at the bottom', { x: 0, y: 270, width: 790, height: 16 }, { x: 0, y: 200 }],
    ['not below the bottom edge', { x: 100, y: 280, width: 10, height: 10 }, { x: 120, y: 240 }],
  ])('%s', (_where, mark, at) => {
    expect(placeTip(mark, tip, view)).toEqual(at);
  });

  test('within the visible part of a scrolled drawing', () => {
    expect(placeTip({ x: 0, y: 5070, width: 790, height: 16 }, tip, { ...view, y: 4800 })).toEqual({ x: 0, y: 5000 });
  });

  test('never over the mark if there is room on any side, and always in view', () => {
    const box = fc.record({
      x: fc.integer({ min: 0, max: 790 }),
      y: fc.integer({ min: 0, max: 290 }),
      width: fc.integer({ min: 1, max: 800 }),
      height: fc.integer({ min: 1, max: 300 }),
    });
    fc.assert(
      fc.property(box, (mark) => {
        const at = placeTip(mark, tip, view);
        expect(at.x >= 0 && at.y >= 0 && at.x + tip.width <= 800 && at.y + tip.height <= 300).toBe(true);
        const hasRoom = mark.x + mark.width + 210 <= 800 || mark.x >= 210 || mark.y + mark.height + 70 <= 300 || mark.y >= 70;
        const apart =
          at.x >= mark.x + mark.width || at.x + tip.width <= mark.x || at.y >= mark.y + mark.height || at.y + tip.height <= mark.y;
        expect(apart || !hasRoom).toBe(true);
      }),
    );
  });
});

test('the area of a mark with its name beside it covers both', () => {
  expect(around({ x: 40, y: 10, width: 20, height: 4 }, { x: 0, y: 6, width: 50, height: 12 })).toEqual({
    x: 0,
    y: 6,
    width: 60,
    height: 12,
  });
});
