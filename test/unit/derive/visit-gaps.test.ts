import { describe, expect, test } from 'vitest';
import { visitGaps } from '../../../src/shared/derive/visit-gaps.ts';

const names = ['Baseline', 'Week 2', 'Week 4', 'Week 6', 'End of treatment', 'Follow-up'];

/** The gaps of subjects who have records at the visits marked with `x`, as `subject visit`. */
function gapsOf(rows: readonly string[], visits: readonly string[] = names): readonly string[] {
  const sent = rows.flatMap((row, subject) => row.split('').flatMap((mark, visit) => (mark === 'x' ? [{ subject, visit }] : [])));
  return visitGaps(visits, rows.length, sent)
    .map(({ subject, visit }) => `${String(subject)} ${visits[visit] ?? ''}`)
    .toSorted();
}

describe('a visit is usual', () => {
  test('if half of the subjects who were due have it', () => {
    expect(gapsOf(['xxx', 'x.x'])).toEqual(['1 Week 2']);
    expect(gapsOf(['xxx', 'xxx', 'x.x', 'x.x', 'x.x'])).toEqual([]);
  });

  test('whoever has it without being due', () => {
    expect(gapsOf(['xx', 'xx', 'x.x', 'x.x'])).toEqual([]);
    expect(gapsOf(['xx', 'xx', 'xxx', 'x.x'])).toEqual(['3 Week 2']);
  });

  test('and no gap if all have it, or nobody was due', () => {
    expect(gapsOf(['xxx', 'xxx'])).toEqual([]);
    expect(gapsOf(['..x', '..x'])).toEqual([]);
    expect(gapsOf([])).toEqual([]);
  });
});

describe('a subject was due', () => {
  test('before the last planned visit only', () => {
    expect(gapsOf(['xxxx', 'xxxx', 'x.x.', 'xx..'])).toEqual(['2 Week 2']);
  });

  test('not between the last treatment and the visits after it', () => {
    expect(gapsOf(['xxxxxx', 'xxxxxx', 'xx..xx'])).toEqual([]);
    expect(gapsOf(['xxxxxx', 'xxxxxx', 'xxxx.x'])).toEqual(['2 End of treatment']);
    expect(gapsOf(['xxxxx.', 'xxxxx.', 'xxxx..'])).toEqual([]);
  });

  test('at no unscheduled visit, which makes no other one due either', () => {
    const visits = ['Baseline', 'Week 2', 'Unscheduled 1', 'Week 4'];
    expect(gapsOf(['xxxx', 'xxxx', 'xx.x'], visits)).toEqual([]);
    expect(gapsOf(['xxxx', 'xxxx', 'x.x.'], visits)).toEqual([]);
  });
});

describe('spellings of one visit', () => {
  const visits = ['Baseline', 'Week 2', 'WK2', 'Week 4'];

  test('have a gap at the one that most subjects have', () => {
    expect(gapsOf(['xx.x', 'x.xx', 'x.xx', 'x..x'], visits)).toEqual(['3 WK2']);
  });

  test('have it at the first of equal ones', () => {
    expect(gapsOf(['xx.x', 'x.xx', 'x..x'], visits)).toEqual(['2 Week 2']);
  });

  test('count once for a subject with both', () => {
    expect(gapsOf(['xxxx', 'x..x', 'x..x', 'x..x'], visits)).toEqual([]);
  });

  test('are names without words as they are', () => {
    expect(gapsOf(['xxxx', 'xxxx', 'x.xx'], ['Baseline', '?', '!', 'Week 4'])).toEqual(['2 ?']);
  });
});
