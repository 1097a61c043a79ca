import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { WeekAxis, weekScale } from '../../../src/renderer/record/figures/axes.tsx';

function labelsOf(first: number, last: number): readonly number[] {
  const drawn = renderToStaticMarkup(<WeekAxis scale={weekScale([first, last], [0, 500])} y={0} title="Weeks" />);
  return [...drawn.matchAll(/>([−\d]+)</g)].map(([, label = '']) => Number(label.replace('−', '-')));
}

test('the ticks of a week axis include week 0 and span the whole axis', () => {
  for (let first = -60; first <= 0; first++)
    for (let last = 1; last < 400; last += 3) {
      const labels = labelsOf(first, last);
      expect(labels).toContain(0);
      expect([labels[0], labels.at(-1)]).toEqual(weekScale([first, last], [0, 500]).domain());
      expect(labels.length).toBeLessThanOrEqual(11);
    }
});
