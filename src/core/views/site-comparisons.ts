import { setImmediate } from 'node:timers/promises';
import type { Output } from '../../shared/contract.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { noRecords } from '../../shared/derive/left-out.ts';
import { plausibleBounds, wholeDate } from '../../shared/derive/plausible-date.ts';
import type { SiteComparison } from '../../shared/derive/site-comparison.ts';
import { judgeComparisons, planComparisons } from '../../shared/derive/compare-sites.ts';
import { lateAfter, SiteWork, siteGroups, vitalCodes, type SiteSeries, type SubjectWork } from '../../shared/derive/site-work.ts';
import { calendarDay } from '../../shared/derive/study-day.ts';
import { sitesByNumber, sitesByPerformer, type PerformerCount, type SubjectSites } from '../../shared/derive/subject-sites.ts';
import { decidedUnit } from '../../shared/terms/units-of-study.ts';
import { unitMeaning } from '../../shared/units/read-unit.ts';
import { leftOutRows } from '../query/row-keys.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable, sharedTable } from '../store/database/layout.ts';
import { asOfOf, latestPass } from '../store/database/status.ts';
import { storedTerms } from '../store/database/stored-terms.ts';
import { everySubject } from './list-subjects.ts';
import type { TestDataset } from './result-tally.ts';

type SiteComparisons = Omit<Output<'results.sites'>, 'generation'>;

const testDatasets = ['labs', 'vitals'] as const;
/** Subjects whose results are read at a time. */
const subjectsAtOnce = 20;

/**
 * Compares the work of the sites of these subjects (null: all). Other work can run in between; the caller ensures that everything belongs
 * to one generation.
 */
export async function siteComparisons(study: StudyReader, subjects: readonly string[] | null): Promise<SiteComparisons> {
  const everybody = inSnapshot(study, () => everySubject(study));
  const sites = await findSites(study, everybody);
  const wanted = subjects === null ? null : new Set(subjects);
  const asked = wanted === null ? everybody : everybody.filter((subject) => wanted.has(subject));
  const siteOf = new Map(
    asked.flatMap((subject) => {
      const site = sites.siteOf.get(subject);
      return site === undefined ? [] : [[subject, site] as const];
    }),
  );
  const found: Omit<SiteComparisons, 'looks' | 'tooFew' | 'isLedgerKnown'> = {
    from: sites.from,
    sites: new Set(siteOf.values()).size,
    example: [...new Set(siteOf.values())].sort()[0] ?? null,
    subjects: asked.length,
    without: asked.length - siteOf.size,
  };
  if (found.sites < 2) return { ...found, looks: [], tooFew: 0, isLedgerKnown: false };
  const ledger = inSnapshot(study, () => readLedger(study));
  const work = new SiteWork(ledger);
  const sited = [...siteOf.keys()].sort();
  for (const dataset of testDatasets) {
    const cells = inSnapshot(study, () => seriesOf(study, dataset));
    for (let at = 0; at < sited.length; at += subjectsAtOnce) {
      inSnapshot(study, () => takeRecords(study, dataset, { work, cells, subjects: sited.slice(at, at + subjectsAtOnce) }));
      await setImmediate();
    }
  }
  const isLedgerKnown = ledger.lastDue !== null;
  const plan = planComparisons(work.subjects, siteOf, isLedgerKnown);
  let step = plan.next();
  for (; step.done !== true; step = plan.next()) await setImmediate();
  const { batches, looks: count, tooFew } = step.value;
  const made: ReturnType<(typeof batches)[number]['make']>[number][] = [];
  for (const batch of batches) {
    made.push(...batch.make(count));
    await setImmediate();
  }
  const looks = judgeComparisons(made);
  return {
    ...found,
    tooFew,
    isLedgerKnown,
    looks: inSnapshot(study, () => looks.map((comparison) => withRecords(study, comparison, work.subjects))),
  };
}

/** By the subjects' numbers, otherwise by the performers of their results. */
async function findSites(study: StudyReader, subjects: readonly string[]): Promise<SubjectSites> {
  const byNumber = sitesByNumber(subjects);
  if (byNumber.from.kind !== 'none') return byNumber;
  const counts: PerformerCount[] = [];
  for (const dataset of testDatasets)
    for (let at = 0; at < subjects.length; at += subjectsAtOnce) {
      const those = JSON.stringify(subjects.slice(at, at + subjectsAtOnce));
      const found = inSnapshot(study, () =>
        study.db
          .prepare<[string], PerformerCount>(
            `SELECT "subject" AS subject, ifnull("performer", '') AS performer, count(*) AS records FROM ${quoted(rowTable(dataset))}
             WHERE "subject" IN (SELECT value FROM json_each(?)) GROUP BY 1, 2 ORDER BY 1, 2`,
          )
          .all(those),
      );
      for (const one of found) counts.push(one);
      await setImmediate();
    }
  return sitesByPerformer(counts, subjects.length);
}

/**
 * Reads the last changes of labs and vital signs by row, and the last day whose records may have been changed late. Call inside a snapshot.
 */
function readLedger(study: StudyReader): ConstructorParameters<typeof SiteWork>[0] {
  const changesOf = (dataset: TestDataset): ReadonlyMap<number, number> =>
    new Map(
      study.db
        .prepare<[string], [number, string]>(
          `SELECT rows.rowid, max(change.at) FROM change JOIN ${quoted(rowTable(dataset))} AS rows ON rows."record_id" = change.key
           WHERE change.dataset = ? AND change.kind = 'changed' GROUP BY 1`,
        )
        .raw()
        .all(dataset)
        .map(([row, at]) => [row, Date.parse(at)]),
    );
  const changes = { labs: changesOf('labs'), vitals: changesOf('vitals') };
  const pass = latestPass(study);
  const today = pass === null ? null : calendarDay(pass);
  return {
    lastDue: today === null || (changes.labs.size === 0 && changes.vitals.size === 0) ? null : today - lateAfter - 1,
    changedAt: (dataset, row) => changes[dataset].get(row) ?? null,
  };
}

/** What a combination of shared cells says about its records. */
interface SharedCells {
  readonly code: string | null;
  readonly unit: string;
  readonly unitSent: string;
  readonly carried: boolean;
}

interface SeriesCells {
  readonly shared: ReadonlyMap<number, SharedCells>;
  readonly known: Map<string, SiteSeries>;
  /** By shared cells and name as sent, so that no key text is built for each record. */
  readonly found: Map<number, Map<string | null, SiteSeries | null>>;
}

function seriesOf(study: StudyReader, dataset: TestDataset): SeriesCells {
  const terms = storedTerms(study.db);
  const carried = dataset === 'vitals' ? '"carried_forward"' : 'NULL';
  const rows = study.db
    .prepare<[], [number, string | null, string | null, string | null]>(
      `SELECT _id, "test_code", "unit", ${carried} FROM ${quoted(sharedTable(dataset))}`,
    )
    .raw()
    .all();
  const shared = new Map(
    rows.map(([id, code, unit, isCarried]) => [
      id,
      { code, unit: unitMeaning(decidedUnit(unit ?? '', terms)), unitSent: unit ?? '', carried: isCarried === 'Y' },
    ]),
  );
  return { shared, known: new Map(), found: new Map() };
}

/** A record's series: for a lab by its name as sent, for a vital sign by its code. */
function seriesIn(cells: SeriesCells, dataset: TestDataset, id: number, test: string | null): SiteSeries | null {
  const byTest = cells.found.get(id) ?? new Map<string | null, SiteSeries | null>();
  const found = byTest.get(test);
  if (found !== undefined) return found;
  const series = findSeries(cells, dataset, id, test);
  cells.found.set(id, byTest.set(test, series));
  return series;
}

function findSeries({ shared, known }: SeriesCells, dataset: TestDataset, id: number, test: string | null): SiteSeries | null {
  const cells = shared.get(id);
  if (cells === undefined || cells.carried) return null;
  const { code, unit, unitSent } = cells;
  const group = dataset === 'labs' ? 'labs' : siteGroups.find((one) => one !== 'labs' && code !== null && vitalCodes[one].includes(code));
  const name = dataset === 'labs' ? test : code;
  if (group === undefined || name === null || name === '') return null;
  const key = `${name}\n${unit}`;
  const series = known.get(key) ?? { group, test: name, unit, unitSent };
  known.set(key, series);
  return series;
}

type Sent = readonly [
  row: number,
  shared: number,
  test: string | null,
  number: number | null,
  text: string | null,
  collected: string | null,
  at: number | null,
];

/** In the order of time, those without a date first. Call inside a snapshot. */
function takeRecords(
  study: StudyReader,
  dataset: TestDataset,
  { work, cells, subjects }: { readonly work: SiteWork; readonly cells: SeriesCells; readonly subjects: readonly string[] },
): void {
  const { first, last } = plausibleBounds(asOfOf(study, dataset));
  const [test, text] = dataset === 'vitals' ? ['NULL', '"result"'] : ['"test"', 'NULL'];
  const records = study.db
    .prepare<[string], Sent>(
      `SELECT rowid, _shared, ${test}, "result_number", ${text}, substr("collected", 1, ${String(wholeDate)}), "collected_at"
       FROM ${quoted(rowTable(dataset))} WHERE "subject" = ? ORDER BY "collected_at", rowid`,
    )
    .raw();
  for (const subject of subjects)
    for (const [row, shared, name, value, digits, collected, at] of records.all(subject)) {
      const canBe = collected !== null && collected.length === wholeDate && at !== null && at >= first && at <= last;
      const series = value === null ? null : seriesIn(cells, dataset, shared, name);
      work.take({ subject, dataset, series, value, digits, row, day: canBe ? calendarDay(collected) : null });
    }
}

/** Adds what a comparison opens: the records that it counts, of the dataset that has most of them. */
function withRecords(
  study: StudyReader,
  comparison: SiteComparison,
  work: ReadonlyMap<string, SubjectWork>,
): SiteComparisons['looks'][number] {
  const { kind, group } = comparison;
  if (kind === 'late' || kind === 'weekends') {
    const rowsIn = (dataset: TestDataset): readonly number[] =>
      comparison.subjects.flatMap((subject) => work.get(subject)?.[kind === 'late' ? 'late' : 'onWeekends'][dataset] ?? []);
    const [labs, vitals] = [rowsIn('labs'), rowsIn('vitals')];
    const [dataset, rows] = labs.length > vitals.length ? (['labs', labs] as const) : (['vitals', vitals] as const);
    return {
      ...comparison,
      opens: { dataset, codes: [], records: comparison.isAsked ? leftOutRows(study, datasets[dataset], rows) : noRecords },
    };
  }
  const isLabs = group === null || group === 'labs';
  return {
    ...comparison,
    opens: { dataset: isLabs ? 'labs' : 'vitals', codes: isLabs ? [] : [...vitalCodes[group]], records: noRecords },
  };
}
