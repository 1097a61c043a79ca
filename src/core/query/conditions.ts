import type { Dataset } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import type { Condition } from '../../shared/query.ts';
import { isLocalTime, sqlName, sqlPresent, sqlTime } from './columns.ts';
import { sqlContains } from './contains.ts';
import { readCondition, type CellTest, type TimeBound } from './read-condition.ts';
import type { Sql } from './sql.ts';
import { ofCombinations } from './tables.ts';
import { farthestOffset } from './wall-clock.ts';

/** Compiles one condition to SQL. Throws USAGE like {@link readCondition}. */
export function compileCondition(dataset: Dataset, condition: Condition): Sql {
  const { column, test } = readCondition(dataset, condition);
  const cells = compileTest(column, test);
  return column.shared === true ? ofCombinations(dataset, cells) : cells;
}

function compileTest(column: Column, test: CellTest): Sql {
  switch (test.is) {
    case 'missing':
    case 'present':
      return { text: `${sqlPresent(column)} IS ${test.is === 'missing' ? '' : 'NOT '}NULL`, values: [] };
    case 'contains':
      return column.kind === 'list' ? listContains(column, test.text) : sqlContains(sqlName(column), test.text);
    case 'compared':
      return { text: `${sqlName(column)} ${test.how} ?`, values: [test.value] };
    case 'among': {
      const listed: Sql = { text: `${sqlName(column)} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(test.values)] };
      return test.orMissing ? { text: `(${sqlPresent(column)} IS NULL OR ${listed.text})`, values: listed.values } : listed;
    }
    case 'dated':
      return compileBounds(column, test.bounds, test.instant);
    case 'not': {
      const { text, values } = compileTest(column, test.of);
      return { text: `(${text}) IS NOT TRUE`, values };
    }
  }
}

function listContains(column: Column, value: string): Sql {
  const item = sqlContains('value', value);
  return { text: `EXISTS (SELECT 1 FROM json_each(${sqlName(column)}) WHERE ${item.text})`, values: item.values };
}

/**
 * Bounds without an offset are compared with the cell's local time, those with one with the instant. If `_at` holds the other of the two,
 * an additional bound on it with the farthest offset as slack can use an index and excludes no match.
 */
function compileBounds(column: Column, bounds: readonly TimeBound[], instant: boolean): Sql {
  const isHeld = instant !== isLocalTime(column);
  const parts = bounds.flatMap(({ is, at }) => {
    if (isHeld) return [{ text: `${sqlTime(column)} ${is} ?`, value: at }];
    return [
      { text: `${sqlTime(column)} ${is} ?`, value: is === '>=' ? at - farthestOffset : at + farthestOffset },
      { text: `(${sqlTime(column)} ${instant ? '-' : '+'} ${sqlOffset(column)}) ${is} ?`, value: at },
    ];
  });
  return { text: parts.map((part) => part.text).join(' AND '), values: parts.map((part) => part.value) };
}

/** Milliseconds by which the cell's local time is ahead of its instant: the offset at the end of the text, if any. */
function sqlOffset(column: Column): string {
  const text = sqlName(column);
  return (
    `iif(length(${text}) > 16 AND substr(${text}, -6, 1) IN ('+', '-'), ` +
    `substr(${text}, -6, 3) * 3600000 + (substr(${text}, -6, 1) || substr(${text}, -2)) * 60000, 0)`
  );
}
