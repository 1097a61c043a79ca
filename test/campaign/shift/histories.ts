import fc from 'fast-check';
import { movingDatasets, type Change } from './moving-data.ts';
import type { RunScript } from './moving-service.ts';

/** One run, the changes before it, and the seconds since the previous run ended. */
export interface HistoryRun {
  readonly pause: number;
  readonly earlier: readonly { readonly set: number; readonly change: Change }[];
  readonly script: RunScript;
  readonly acceptShrink: boolean;
}

/** A random history: the initial content of the datasets, and the runs that read them while they change. */
export interface History {
  /** One for each dataset in the order of `movingDatasets`; a missing one is not read. */
  readonly sets: readonly { readonly records: number; readonly pageSize: number }[];
  readonly runs: readonly HistoryRun[];
}

const place = fc.nat({ max: 40 });
const pageSize = fc.integer({ min: 1, max: 7 });

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('insert', 'delete', 'edit'), at: place }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('move', 'replace'), at: place, to: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('resize'), size: pageSize }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge'), keep: fc.nat({ max: 3 }) }) },
);
const targeted = fc.record({ set: fc.nat({ max: movingDatasets.length - 1 }), change });

/** A removal shortly followed by an addition does not show in `total`: paired on purpose, since it is rare by chance. */
const pair = fc
  .record({
    before: place,
    gap: fc.nat({ max: 2 }),
    set: fc.nat({ max: movingDatasets.length - 1 }),
    at: place,
    to: place,
    swapped: fc.boolean(),
  })
  .map(({ before, gap, set, at, to, swapped }) => {
    const kinds = swapped ? (['insert', 'delete'] as const) : (['delete', 'insert'] as const);
    return [
      { before, set, change: { kind: kinds[0], at } },
      { before: before + gap, set, change: { kind: kinds[1], at: to } },
    ];
  });

const during = fc
  .tuple(
    fc.array(fc.record({ before: place, set: fc.nat({ max: movingDatasets.length - 1 }), change }), { maxLength: 4 }),
    fc.array(pair, { maxLength: 1 }),
  )
  .map(([single, pairs]) => [...single, ...pairs.flat()]);

const script: fc.Arbitrary<RunScript> = fc.record({
  changes: during,
  picks: fc.array(fc.nat({ max: 3 }), { maxLength: 40 }),
  held: fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 4 }),
  ends: fc.option(fc.record({ how: fc.constantFrom('cancelled', 'failing'), after: fc.nat({ max: 20 }) }), { nil: null, freq: 2 }),
});

const run: fc.Arbitrary<HistoryRun> = fc.record({
  pause: fc.constantFrom(0, 0, 5, 61, 90, 4000),
  earlier: fc.array(targeted, { maxLength: 2 }),
  script,
  acceptShrink: fc.boolean(),
});

/** Mostly a few pages; sometimes more than a hundred records, so that a purge loses more than the shrink guard allows. */
const size = fc.oneof({ weight: 15, arbitrary: fc.nat({ max: 24 }) }, { weight: 1, arbitrary: fc.integer({ min: 101, max: 130 }) });

export const histories: fc.Arbitrary<History> = fc.record({
  sets: fc.array(fc.record({ records: size, pageSize }), { minLength: 1, maxLength: movingDatasets.length }),
  runs: fc.array(run, { minLength: 1, maxLength: 3 }),
});
