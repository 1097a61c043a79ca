import { describe, expect, test } from 'vitest';
import { labs } from '../../../../src/shared/datasets/labs.ts';
import {
  defaultLayout,
  mergeLayout,
  movedBy,
  shownOf,
  withColumn,
  withDisplayed,
  type LayoutColumn,
} from '../../../../src/renderer/data/table/layout.ts';

const place = (name: string, more: Partial<LayoutColumn> = {}): LayoutColumn => ({ name, width: 100, shown: true, pinned: false, ...more });
const names = (layout: readonly LayoutColumn[]): string[] => layout.map(({ name }) => name);

describe('merging a stored layout with the current declaration', () => {
  test('uses the declaration, with the subject frozen, if nothing is stored', () => {
    expect(names(mergeLayout(labs, undefined))).toEqual(labs.columns.map(({ name }) => name));
    expect(shownOf(defaultLayout(labs))[0]).toMatchObject({ name: 'subject', pinned: true });
  });

  test('hides personal fields by default', () => {
    expect(defaultLayout(labs).find(({ name }) => name === 'performer')?.shown).toBe(false);
  });

  test('drops columns that are gone, and uses the first of duplicate names', () => {
    const merged = mergeLayout(labs, { columns: [place('gone'), place('test', { width: 300 }), place('test')] });
    expect(names(merged)).not.toContain('gone');
    expect(merged.filter(({ name }) => name === 'test')).toEqual([place('test', { width: 300 })]);
  });

  test('inserts a new column after the one it is declared after', () => {
    const kept = defaultLayout(labs)
      .filter(({ name }) => name !== 'visit')
      .toReversed();
    const merged = names(mergeLayout(labs, { columns: [...kept] }));
    expect(merged[merged.indexOf('subject') + 1]).toBe('visit');
    expect(merged).toHaveLength(labs.columns.length);
  });
});

describe('changing a layout', () => {
  test('keeps the last shown column visible', () => {
    const one = [place('a'), place('b', { shown: false })];
    expect(withColumn(one, 'a', { shown: false })).toBe(one);
  });

  test('limits widths to the range that can be stored', () => {
    expect(withColumn([place('a')], 'a', { width: 3 })[0]?.width).toBe(40);
    expect(withColumn([place('a')], 'a', { width: 99_999.4 })[0]?.width).toBe(2000);
  });

  test('puts frozen columns first', () => {
    expect(names(shownOf([place('a'), place('b', { pinned: true }), place('c', { shown: false })]))).toEqual(['b', 'a']);
  });

  test('skips hidden columns when moving', () => {
    const layout = [place('a'), place('hidden', { shown: false }), place('b')];
    expect(names(shownOf(movedBy(layout, 'a', 1)))).toEqual(['b', 'a']);
    expect(names(shownOf(movedBy(layout, 'b', -1)))).toEqual(['b', 'a']);
  });

  test('stops moving at the ends and at frozen columns', () => {
    const layout = [place('frozen', { pinned: true }), place('a')];
    expect(movedBy(layout, 'a', -1)).toBe(layout);
    expect(movedBy(layout, 'a', 1)).toBe(layout);
    expect(movedBy(layout, 'unknown', 1)).toBe(layout);
  });
});

test('dragging and resizing in the grid are applied; hidden columns keep their positions', () => {
  const layout = [place('a'), place('hidden', { shown: false }), place('b'), place('c')];
  const after = withDisplayed(layout, [
    { name: 'c', width: 120.4, pinned: true },
    { name: 'a', width: 100, pinned: false },
    { name: 'b', width: 100, pinned: false },
  ]);
  expect(after).toEqual([place('c', { width: 120, pinned: true }), place('hidden', { shown: false }), place('a'), place('b')]);
});
