import type { Input, Output } from '../../../src/shared/contract.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import type { Selection } from '../../../src/shared/query.ts';
import type { AnyCall, CallsOf } from '../../../src/shared/rpc.ts';
import { movingDatasets, type MovingDataset } from '../shift/moving-data.ts';
import { changesTo, recordsOf, revisionOf, type Revision } from './two-revisions.ts';

/** The judgement of an answer: what is wrong with it, and the revision and generation that it showed, if known. */
export interface Judged {
  readonly wrong: string | null;
  readonly revision: Revision | null;
  readonly generation: number | null;
}

/** A query of the window, sent over the port and judged by the content of both revisions. */
export interface Question {
  readonly name: CallsOf<'reader'>;
  ask(call: AnyCall, study: string, random: (below: number) => number): Promise<Judged>;
}

const revisions: readonly Revision[] = [1, 2];
const valueColumn = { medications: 'dose', vitals: 'result_number' } as const satisfies Record<MovingDataset, string>;

/** Judges an answer that contains its generation. */
function ofGeneration(generation: number, holds: boolean, what: string): Judged {
  return {
    wrong: holds ? null : `${what} of generation ${generation} are not those of its revision`,
    revision: revisionOf(generation),
    generation,
  };
}

/** Judges an answer without a generation: it must equal that of one revision. */
function ofOne(answer: unknown, expected: (revision: Revision) => unknown, what: string): Judged {
  const revision = revisions.find((one) => JSON.stringify(expected(one)) === JSON.stringify(answer)) ?? null;
  return {
    wrong: revision === null ? `${what} are those of neither revision: ${JSON.stringify(answer).slice(0, 200)}` : null,
    revision,
    generation: null,
  };
}

function everything(dataset: MovingDataset): Selection {
  return { dataset, where: [], search: '', subjects: null, chosen: null };
}

/** Selects only what the revision changed. */
function changedOnly(dataset: MovingDataset): Selection {
  return { ...everything(dataset), where: [{ column: valueColumn[dataset], op: '>', values: ['0'] }] };
}

const typed = async <N extends CallsOf<'reader'>>(call: AnyCall, name: N, input: Input<N>): Promise<Output<N>> =>
  (await call(name, input)) as Output<N>;

const pages: Question = {
  name: 'rows.page',
  ask: async (call, study, random) => {
    const dataset = movingDatasets[random(2)] ?? 'medications';
    const [changed, descending, limit, offset] = [random(3) === 0, random(2) === 0, 1 + random(200), random(1200)];
    const selection = changed ? changedOnly(dataset) : everything(dataset);
    const query = { selection, sort: [{ column: 'record_id', descending }], offset, limit };
    const { generation, rows } = await typed(call, 'rows.page', { study, query });
    const all = recordsOf(dataset, revisionOf(generation)).filter(({ revision }) => !changed || revision > 0);
    const expected = (descending ? all.toReversed() : all).slice(offset, offset + limit).map(({ id, revision }) => [id, revision]);
    const column = datasets[dataset].columns.findIndex(({ name }) => name === valueColumn[dataset]);
    const shown = rows.map(({ key, cells }) => [key, cells[column]]);
    const marked = rows.every(({ added, changed: last }) => added <= last && last <= generation);
    return ofGeneration(generation, marked && JSON.stringify(shown) === JSON.stringify(expected), 'the rows of a page');
  },
};

const counts: Question = {
  name: 'rows.count',
  ask: async (call, study, random) => {
    const dataset = movingDatasets[random(2)] ?? 'medications';
    const changed = random(2) === 0;
    const answer = await typed(call, 'rows.count', { study, selection: changed ? changedOnly(dataset) : everything(dataset) });
    const expected = (revision: Revision) => {
      const all = recordsOf(dataset, revision);
      return { rows: changed ? all.filter((record) => record.revision > 0).length : all.length, of: all.length, subjects: 1 };
    };
    return ofOne(answer, expected, 'counts');
  },
};

const values: Question = {
  name: 'column.values',
  ask: async (call, study) => {
    const question = { study, selection: everything('medications'), column: 'medication', search: '', limit: 10 };
    const expected = (revision: Revision) => {
      const all = recordsOf('medications', revision);
      const changed = all.filter((record) => record.revision > 0).length;
      return {
        distinct: 2,
        values: [
          { value: 'drug 0', count: all.length - changed },
          { value: `drug ${revision}`, count: changed },
        ],
      };
    };
    return ofOne(await typed(call, 'column.values', question), expected, 'values');
  },
};

const summaries: Question = {
  name: 'column.summary',
  ask: async (call, study) => {
    const { bins, ...rest } = await typed(call, 'column.summary', { study, selection: everything('medications'), column: 'dose' });
    const expected = (revision: Revision) => {
      const all = recordsOf('medications', revision);
      const changed = all.filter((record) => record.revision > 0).length;
      return { present: all.length, missing: 0, distinct: 2, min: 0, max: revision, ends: [all.length - changed, changed] };
    };
    return ofOne({ ...rest, ends: [bins[0], bins.at(-1)] }, expected, 'a summary');
  },
};

const records: Question = {
  name: 'record.get',
  ask: async (call, study, random) => {
    const number = random(116) * 10;
    const key = `medications-${String(number).padStart(5, '0')}`;
    const { row, raw, history } = await typed(call, 'record.get', { study, dataset: 'medications', key });
    const sent = (raw === null ? null : JSON.parse(raw)) as { dosage: { doseAndRate: { doseQuantity: { value: number } }[] }[] } | null;
    const dose = row?.cells[datasets.medications.columns.findIndex(({ name }) => name === 'dose')] ?? null;
    const newest = history[0];
    const revision = newest === undefined ? null : revisionOf(newest.generation);
    const present = revision === null ? undefined : recordsOf('medications', revision).find(({ id }) => id === key);
    const isWhole =
      dose === (present?.revision ?? null) &&
      (sent?.dosage[0]?.doseAndRate[0]?.doseQuantity.value ?? null) === dose &&
      (newest === undefined || row === null || row.changed === newest.generation) &&
      (newest?.kind === 'vanished') === (row === null && newest !== undefined);
    return { wrong: isWhole ? null : 'a record, its text and its history are not of one generation', revision, generation: null };
  },
};

const ledger: Question = {
  name: 'changes.list',
  ask: async (call, study, random) => {
    const passes = await typed(call, 'changes.passes', { study });
    const since = Math.max(1, (passes[0]?.generation ?? 1) - random(3));
    const { counts: counted, changes } = await typed(call, 'changes.list', {
      study,
      dataset: null,
      since,
      kind: null,
      offset: 0,
      limit: 1000,
    });
    const newest = Math.max(since, ...changes.map(({ generation }) => generation));
    const expected = { new: 0, changed: 0, vanished: 0 };
    for (let generation = since + 1; generation <= newest; generation += 1) {
      const one = changesTo(revisionOf(generation), movingDatasets);
      for (const kind of ['new', 'changed', 'vanished'] as const) expected[kind] += one[kind];
    }
    const uneven = passes.some(
      ({ generation, counts: one }) =>
        generation > 1 && JSON.stringify(one) !== JSON.stringify(changesTo(revisionOf(generation), movingDatasets)),
    );
    const holds = !uneven && JSON.stringify(counted) === JSON.stringify(expected);
    return { ...ofGeneration(newest, holds, 'the changes'), generation: null, revision: null };
  },
};

const cards: Question = {
  name: 'studies.list',
  ask: async (call, study) => {
    const card = (await typed(call, 'studies.list', undefined)).find((one) => one.study === study);
    const shown = card?.status.datasets.filter(({ dataset }) => movingDatasets.some((name) => name === dataset)) ?? [];
    const generation = shown[0]?.generation ?? 0;
    const holds =
      card?.problem === null &&
      shown.every(
        (one) => one.generation === generation && one.records === recordsOf(one.dataset as MovingDataset, revisionOf(generation)).length,
      );
    const judged = ofGeneration(generation, holds, 'the numbers of the card');
    return card?.problem ? { ...judged, wrong: `the card has a problem: ${card.problem.code} ${card.problem.message}` } : judged;
  },
};

export const questions: readonly Question[] = [pages, pages, pages, counts, counts, values, summaries, records, records, ledger, cards];
