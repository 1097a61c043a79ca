import { describe, expect, it } from 'vitest';
import { fitEnd, textWidth } from '../../../../src/renderer/ui/format/text-width.ts';
import { grownBy, withGrown, withoutGrown } from '../../../../src/renderer/record/grid/grown-widths.ts';
import { defaultLayout } from '../../../../src/renderer/data/table/layout.ts';
import { subjectPixels } from '../../../../src/renderer/ui/parts/dataset-titles.ts';
import { labs } from '../../../../src/shared/datasets/labs.ts';

const subject = labs.columns.filter(({ name }) => name === 'subject');
const test = labs.columns.filter(({ name }) => name === 'test');
const long = 'CDISCPILOT01-01-701-1015';

describe('columns that grow with their content', () => {
  it('fits an identifier of 24 characters, and never shrinks again', () => {
    const grown = grownBy(subject, [['0012'], [long]], new Map());
    expect(grown.get('subject')).toBeGreaterThan(textWidth(long, { weight: 600 }) + 20);
    expect(grownBy(subject, [['0012']], grown)).toBe(grown);
  });

  it('stops at a limit for other texts, and keeps the declared width for short ones', () => {
    expect(grownBy(test, [['Protein'.repeat(40)]], new Map()).get('test')).toBe(320);
    expect(grownBy(test, [['Protein']], new Map()).size).toBe(0);
  });

  it('respects a chosen width, and does not store growth as a choice', () => {
    const grown = new Map([['subject', 220]]);
    const kept = defaultLayout(labs);
    const shown = withGrown(labs, kept, grown);
    expect(shown.find(({ name }) => name === 'subject')?.width).toBe(220);
    expect(withoutGrown(labs, shown, grown)).toEqual(kept);
    const chosen = kept.map((column) => (column.name === 'subject' ? { ...column, width: 60 } : column));
    expect(withGrown(labs, chosen, grown)).toEqual(chosen);
  });
});

describe('identifiers in other tables and in drawings', () => {
  it('gives a subject column the width of its longest identifier', () => {
    expect(subjectPixels([])).toBe(66);
    expect(subjectPixels(['0012', long])).toBeGreaterThan(textWidth(long, { weight: 600 }));
  });

  it('keeps the end of an identifier that does not fit', () => {
    expect(fitEnd(long, 1000)).toBe(long);
    const short = fitEnd(long, 80);
    expect(short).toMatch(/^…/);
    expect(long.endsWith(short.slice(1))).toBe(true);
    expect(textWidth(short)).toBeLessThanOrEqual(80);
  });
});
