import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readerWithoutMemory } from '../../src/core/query/reader-memory.ts';
import { createReaderHandlers } from '../../src/core/calls/reader-calls.ts';
import { exportFile } from '../../src/core/export/export-file.ts';
import type { ExportPlan } from '../../src/core/export/export-plan.ts';
import type { Evidence } from '../../src/core/export/evidence.ts';
import { createColumnsInMemory } from '../../src/core/query/columns-in-memory/columns-in-memory.ts';
import { inSnapshot } from '../../src/core/query/snapshot.ts';
import { upToCutOff } from '../../src/core/query/up-to-cut-off.ts';
import { readNames } from '../../src/core/export/protect/known-names.ts';
import type { StudyDirectory } from '../../src/core/query/study-directory.ts';
import { openDatabase, type Db } from '../../src/core/store/database/database.ts';
import { answer } from '../../src/shared/answering.ts';
import { contract, type Input } from '../../src/shared/contract.ts';
import { open, type CallsOf } from '../../src/shared/rpc.ts';
import { everything } from '../unit/query/study-fixture.ts';
import type { ReadableStudy } from '../../src/core/store/database/study.ts';
import { startPublicService, type PublicService } from '../campaign/public-data/service.ts';
import { planted, plantedStudy as study } from './planted-study.ts';
import { syncStudy, type SyncedStudy } from './synced-study.ts';

const cutOff = '2025-03-15';
/** Whether a date of any precision is after the cut-off; written independently of the code under test. */
const isAfter = (text: string | null, day = cutOff): boolean =>
  text !== null && /^\d{4}(-\d\d){0,2}(T|$)/.test(text) && text.slice(0, 10) > day.slice(0, text.length);

let service: PublicService;
let synced: SyncedStudy;
let opened: ReadableStudy;
let writer: Db;
let handlers: ReturnType<typeof createReaderHandlers>;
const columns = createColumnsInMemory({ fewestRows: 1 });

beforeAll(async () => {
  service = await startPublicService([planted]);
  synced = await syncStudy(service, study);
  opened = await synced.open();
  const { path, key } = opened.file;
  writer = openDatabase(path, key, 'write');
  const entry = { study, demo: true, path, lastOpened: null, sitePack: null };
  const directory: StudyDirectory = { studies: () => [entry], open: () => opened, renew: async () => false };
  handlers = createReaderHandlers(directory, { ...readerWithoutMemory, columns });
});
afterAll(async () => {
  writer.close();
  opened.close();
  synced.remove();
  await service.close();
});

function setCutOff(date: string | null): void {
  writer
    .prepare("INSERT OR REPLACE INTO annotation (kind, name, value, at) VALUES ('data-cut-off', 'a', ?, '2026-11-26T10:00:00Z')")
    .run(JSON.stringify({ date }));
}

async function ask<N extends CallsOf<'reader'>>(name: N, input: Input<N>) {
  return contract[name].output.parse(open(await answer('reader', handlers, name, input))) as ReturnType<
    (typeof contract)[N]['output']['parse']
  >;
}

const dated = { labs: 'collected', vitals: 'collected', medications: 'started', responses: 'assessed' } as const;
type Dated = keyof typeof dated;
const names = Object.keys(dated) as Dated[];

/** The dates of all records of a dataset, from the file's own table. */
function dates(dataset: Dated): readonly (string | null)[] {
  return writer.prepare<[], string | null>(`SELECT "${dated[dataset]}" FROM main.${dataset}_row`).pluck().all();
}

describe('under a data cut-off', () => {
  test.each(names)(
    '%s are shown and counted up to it, from rows and from the column cache, and all of them without it',
    async (dataset) => {
      const all = dates(dataset);
      const day = dataset === 'medications' ? '2025-02-28' : cutOff;
      const kept = all.filter((text) => !isAfter(text, day)).length;
      expect(kept).toBeGreaterThan(0);
      expect(kept).toBeLessThan(all.length);
      setCutOff(null);
      const selection = everything(dataset);
      expect((await ask('rows.count', { study, selection })).rows).toBe(all.length);
      setCutOff(day);
      for (const isCached of [false, true]) {
        expect(await ask('rows.count', { study, selection }), String(isCached)).toMatchObject({ rows: kept, of: kept });
        const { rows } = await ask('rows.page', { study, query: { selection, sort: [], offset: 0, limit: 1000 } });
        expect(rows.length).toBe(Math.min(1000, kept));
        await columns.settled();
      }
      const card = await ask('study.status', { study });
      expect(card.cutOff?.date).toBe(day);
      expect(card.cutOff?.leftOut).toContainEqual({ dataset, records: all.length - kept });
      expect(card.status.datasets.find((one) => one.dataset === dataset)?.records).toBe(all.length);
      setCutOff(null);
      expect((await ask('rows.count', { study, selection })).rows).toBe(all.length);
      expect((await ask('study.status', { study })).cutOff).toBeNull();
    },
  );

  test('the overview, assessments and checks include no record after it', async () => {
    setCutOff(null);
    const before = await ask('overview.read', { study, subjects: null });
    setCutOff(cutOff);
    const overview = await ask('overview.read', { study, subjects: null });
    for (const { dataset, records, last } of overview.datasets.filter((one) => one.dataset in dated)) {
      expect(records).toBe(dates(dataset as Dated).filter((text) => !isAfter(text)).length);
      expect(isAfter(last ?? null)).toBe(false);
    }
    expect(before.datasets).not.toEqual(overview.datasets);
    const { assessments } = await ask('responses.assessments', { study, subjects: null });
    expect(assessments.length).toBe(dates('responses').filter((text) => !isAfter(text)).length);
    const { checks } = await ask('checks.summary', { study, subjects: null });
    setCutOff(null);
    const found = (lines: typeof checks): number => lines.reduce((sum, { records }) => sum + records, 0);
    expect(found(checks)).toBeLessThan(found((await ask('checks.summary', { study, subjects: null })).checks));
  });

  test('changes, opened records and the names that protected exports look for cover all records', async () => {
    setCutOff(null);
    const all = { offset: 0, limit: 1000, dataset: 'labs' as const, kind: null, since: 0, subjects: null };
    const [before, bySubject] = [
      await ask('changes.list', { study, ...all }),
      await ask('changes.subjects', { study, since: 0, subjects: null }),
    ];
    const names = inSnapshot(opened, () => readNames(opened));
    const later = writer.prepare<[], string>("SELECT record_id FROM main.labs_row WHERE collected LIKE '2025-05-03%'").pluck().get() ?? '';
    setCutOff(cutOff);
    const after = await ask('changes.list', { study, ...all });
    expect([after.counts, after.changes.length]).toEqual([before.counts, before.changes.length]);
    expect(await ask('changes.subjects', { study, since: 0, subjects: null })).toEqual(bySubject);
    const record = await ask('record.get', { study, dataset: 'labs', key: later });
    expect([record.row?.key, record.isAfterCutOff, record.raw === null]).toEqual([later, true, false]);
    const named = await ask('rows.named', { study, dataset: 'labs', keys: [later, 'gone'] });
    expect(named).toEqual([record.row]);
    const shown = upToCutOff(opened, '2024-06-01');
    expect(inSnapshot(shown, () => readNames(shown))).toEqual(names);
    upToCutOff(opened, cutOff);
    setCutOff(null);
    expect((await ask('record.get', { study, dataset: 'labs', key: later })).isAfterCutOff).toBe(false);
  });

  test('an answer interleaved with others uses a single cut-off', async () => {
    setCutOff(null);
    const begun = ask('checks.summary', { study, subjects: null });
    await Promise.resolve();
    setCutOff(cutOff);
    await ask('rows.count', { study, selection: everything('labs') });
    expect((await begun).checks).toEqual((await ask('checks.summary', { study, subjects: null })).checks);
    setCutOff(null);
  });

  test('exports respect it and say so, also with grades of another version or with a cut-off of their own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'carrel-cut-off-'));
    const kept = dates('labs').filter((text) => !isAfter(text)).length;
    const write = async (name: string, part: Partial<ExportPlan>): Promise<{ rows: number; evidence: Evidence }> => {
      const path = join(folder, `${name}.csv`);
      const { rows } = await exportFile(
        opened,
        { ...plan, ...part },
        { path, replace: true, made: { id: 'x', by: 'test', at: '2026-11-26T10:00:00Z', demo: true } },
      );
      return { rows, evidence: JSON.parse(readFileSync(`${path}.carrel.json`, 'utf8')) as Evidence };
    };
    try {
      setCutOff(cutOff);
      const obeying = await write('obeying', {});
      expect(obeying.rows).toBe(kept);
      expect(obeying.evidence.dataCutOff).toMatchObject({ date: cutOff });
      expect((await write('graded', { ctcae: '4.03' })).rows).toBe(kept);
      const all = await write('all', { cutOff: null });
      expect([all.rows, all.evidence.dataCutOff]).toEqual([dates('labs').length, null]);
      setCutOff(null);
      expect((await write('asked', { cutOff })).rows).toBe(kept);
      expect((await write('after', {})).rows).toBe(dates('labs').length);
    } finally {
      setCutOff(null);
      rmSync(folder, { recursive: true });
    }
  });
});

const plan: ExportPlan = {
  parts: [{ selection: everything('labs'), sort: [], columns: ['record_id', 'collected', 'result'] }],
  vocabulary: 'plain',
  format: 'csv',
  delimiter: ',',
  zip: null,
  protection: null,
};
