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

describe('a kept layout and the declaration of today', () => {
  test('nothing kept is the declaration, with the subject in view', () => {
    expect(names(mergeLayout(labs, undefined))).toEqual(labs.columns.map(({ name }) => name));
    expect(shownOf(defaultLayout(labs))[0]).toMatchObject({ name: 'subject', pinned: true });
  });

  test('personal fields are hidden until somebody asks for them', () => {
    expect(defaultLayout(labs).find(({ name }) => name === 'performer')?.shown).toBe(false);
  });

  test('columns that are gone are dropped, and a name that comes twice counts once', () => {
    const merged = mergeLayout(labs, { columns: [place('gone'), place('test', { width: 300 }), place('test')] });
    expect(names(merged)).not.toContain('gone');
    expect(merged.filter(({ name }) => name === 'test')).toEqual([place('test', { width: 300 })]);
  });

  test('a new column stands behind the one it is declared behind', () => {
    const kept = defaultLayout(labs)
      .filter(({ name }) => name !== 'visit')
      .toReversed();
    const merged = names(mergeLayout(labs, { columns: [...kept] }));
    expect(merged[merged.indexOf('subject') + 1]).toBe('visit');
    expect(merged).toHaveLength(labs.columns.length);
  });
});

describe('changing', () => {
  test('the last shown column cannot be hidden', () => {
    const one = [place('a'), place('b', { shown: false })];
    expect(withColumn(one, 'a', { shown: false })).toBe(one);
  });

  test('widths stay within what can be kept', () => {
    expect(withColumn([place('a')], 'a', { width: 3 })[0]?.width).toBe(40);
    expect(withColumn([place('a')], 'a', { width: 99_999.4 })[0]?.width).toBe(2000);
  });

  test('frozen columns come first', () => {
    expect(names(shownOf([place('a'), place('b', { pinned: true }), place('c', { shown: false })]))).toEqual(['b', 'a']);
  });

  test('moving skips hidden columns', () => {
    const layout = [place('a'), place('hidden', { shown: false }), place('b')];
    expect(names(shownOf(movedBy(layout, 'a', 1)))).toEqual(['b', 'a']);
    expect(names(shownOf(movedBy(layout, 'b', -1)))).toEqual(['b', 'a']);
  });

  test('moving stops at the ends and at the frozen columns', () => {
    const layout = [place('frozen', { pinned: true }), place('a')];
    expect(movedBy(layout, 'a', -1)).toBe(layout);
    expect(movedBy(layout, 'a', 1)).toBe(layout);
    expect(movedBy(layout, 'unknown', 1)).toBe(layout);
  });
});

test('what was dragged and resized in the grid is taken over; hidden columns keep their place', () => {
  const layout = [place('a'), place('hidden', { shown: false }), place('b'), place('c')];
  const after = withDisplayed(layout, [
    { name: 'c', width: 120.4, pinned: true },
    { name: 'a', width: 100, pinned: false },
    { name: 'b', width: 100, pinned: false },
  ]);
  expect(after).toEqual([place('c', { width: 120, pinned: true }), place('hidden', { shown: false }), place('a'), place('b')]);
});
