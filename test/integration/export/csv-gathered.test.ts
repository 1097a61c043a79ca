import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { csvBlocks } from '../../../src/core/export/csv/csv-blocks.ts';
import type { CsvLines, CsvPiece } from '../../../src/core/export/csv/csv-from-bytes.ts';
import { gatheredLines, lieApart, type LineMaking } from '../../../src/core/export/csv/csv-gathered.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';

const columns = datasets.labs.columns.filter(({ name }) => ['subject', 'result', 'unit', 'record_id'].includes(name));
const form = { format: 'csv-excel', delimiter: ',' } as const;
const count = 400;
const rowsOfBlock = 16;

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add(
    'labs',
    Array.from({ length: count }, (_, n) => ({
      record_id: String(n),
      subject: n % 3 === 0 ? '=1' : null,
      result: 'é"\r\n'.repeat(n % 11),
      unit: n % 5 === 0 ? '-x' : 'g',
    })),
  );
});
afterEach(() => {
  fixture.remove();
});

function* linesOf(rowids: ArrayLike<number>): Generator<CsvLines> {
  const blocks = csvBlocks({ study: fixture.study, dataset: datasets.labs, columns, rowids }, form, rowsOfBlock);
  for (let block = 0; block < (blocks?.count ?? 0); block++) yield* blocks?.lines(block) ?? [];
}

/** Records in these lists which rows were made in which way. */
function making({ together = [], alone = [] }: { together?: number[][]; alone?: number[][] } = {}): LineMaking {
  const by =
    (asked: number[][]): LineMaking['alone'] =>
    (wanted) => {
      asked.push(Array.from(wanted));
      return linesOf(wanted);
    };
  return { rowsOfBlock, together: by(together), alone: by(alone) };
}

interface Reported {
  readonly text: string;
  readonly rows: number;
  readonly guarded: number;
}

async function reported(lines: Iterable<CsvPiece> | AsyncIterable<CsvPiece>): Promise<Reported> {
  let [text, rows, guarded] = ['', 0, 0];
  for await (const piece of lines) {
    text += Buffer.from(piece.bytes).toString('utf8');
    rows += piece.rows;
    guarded += piece.guarded;
  }
  return { text, rows, guarded };
}

describe('lines gathered in the order of the table', () => {
  const rowids = fc
    .uniqueArray(fc.integer({ min: 1, max: count }), { minLength: 1, maxLength: count })
    .chain((some) => fc.shuffledSubarray(some, { minLength: 1 }));
  test('equal those made in the requested order, in any number of parts', async () => {
    await fc.assert(
      fc.asyncProperty(rowids, fc.constantFrom(1, 30, 200, 3000, 1_000_000), async (wanted, most) => {
        expect(await reported(gatheredLines(wanted, making(), most))).toEqual(await reported(linesOf(wanted)));
      }),
      { numRuns: 60 },
    );
  });

  test('are read once in the order of the table, in any number of parts', async () => {
    const backwards = Array.from({ length: count }, (_, n) => count - n);
    const whole: number[][] = [];
    await reported(gatheredLines(backwards, making({ together: whole }), 1_000_000));
    expect(whole).toEqual([backwards.toReversed()]);
    const [parts, again]: [number[][], number[][]] = [[], []];
    await reported(gatheredLines(backwards, making({ together: parts, alone: again }), 9000));
    // One walk for all parts, each in the order of the table, the first one of the rows that come first.
    expect(parts).toHaveLength(1);
    const [walked = []] = parts;
    const breaks = walked.filter((rowid, at) => at > 0 && rowid < (walked[at - 1] ?? 0)).length;
    expect(breaks).toBeGreaterThan(0);
    expect(breaks).toBeLessThan(count / rowsOfBlock);
    // Those that come first are in the first part.
    expect(walked.slice(0, walked.indexOf(count) + 1)).toEqual(backwards.slice(0, walked.indexOf(count) + 1).toReversed());
    expect(walked.toSorted((one, other) => one - other)).toEqual(backwards.toReversed());
    // Only the sample by which their length is estimated is read on its own.
    expect(again.slice(1)).toEqual([]);
  });

  test('are no longer made once nobody wants them', async () => {
    let hasEnded = false;
    const watched: LineMaking = {
      ...making(),
      *together(wanted) {
        try {
          yield* linesOf(wanted);
        } finally {
          hasEnded = true;
        }
      },
    };
    const backwards = Array.from({ length: count }, (_, n) => count - n);
    for await (const { rows } of gatheredLines(backwards, watched, 9000)) {
      expect([rows > 0, hasEnded]).toEqual([true, false]);
      break;
    }
    expect(hasEnded).toBe(true);
  });

  test('are correct if their estimated length was far off', async () => {
    fixture.add(
      'labs',
      Array.from({ length: 700 }, (_, n) => ({
        record_id: `more ${String(n)}`,
        subject: '1',
        result: n % 2 === 1 ? 'x'.repeat(9000) : '',
      })),
    );
    // The sample is every second row: the short ones.
    const wanted = Array.from({ length: 1000 }, (_, at) => (at % 2 === 0 ? 1 + (at % count) : count + 2 + (at % 698)));
    const distinct = wanted.filter((rowid, at) => wanted.indexOf(rowid) === at);
    const [gathered, plain] = [await reported(gatheredLines(distinct, making(), 300_000)), await reported(linesOf(distinct))];
    expect(gathered).toEqual(plain);
  });

  test('may be longer than what is written at once', async () => {
    fixture.add('labs', [{ record_id: 'long', subject: '1', result: 'x'.repeat(1_500_000) }]);
    const wanted = [3, count + 1, 1];
    for (const most of [1, 4_000_000]) {
      const [gathered, plain] = [await reported(gatheredLines(wanted, making(), most)), await reported(linesOf(wanted))];
      expect(gathered.text === plain.text && gathered.rows === 3).toBe(true);
    }
  });
});

test('rows lie apart if their pages would be read repeatedly', () => {
  const scattered = [9, 1, 8, 2, 7, 3];
  expect(lieApart(scattered, 5)).toBe(true);
  expect(lieApart(scattered, 6)).toBe(false);
  expect(lieApart([...Array.from({ length: 16 }, (_, n) => n + 1), 20], 5)).toBe(false);
  expect(lieApart([9, 2 ** 32, 8, 2, 7, 3], 5)).toBe(false);
  expect(lieApart(scattered)).toBe(false);
});
