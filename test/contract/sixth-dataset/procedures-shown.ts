import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDatasets } from '../../../src/cli/datasets.ts';
import { exportCommand } from '../../../src/cli/commands/export.ts';
import { sync } from '../../../src/cli/commands/sync.ts';
import { createReaderHandlers } from '../../../src/core/calls/reader-calls.ts';
import { exportFile } from '../../../src/core/export/export-file.ts';
import { readStudyStatus } from '../../../src/core/store/database/status.ts';
import { openStudyForReading } from '../../../src/core/store/study-file/study-file.ts';
import { syncStudies } from '../../../src/core/sync/sync-studies.ts';
import { createDirectory } from '../../../src/engine/directory.ts';
import { restoredPlace } from '../../../src/renderer/data/model/place.ts';
import { tableNames } from '../../../src/renderer/data/model/subject-view.ts';
import { contentOf, recordOf, visitOf } from '../../../src/renderer/record/changes/record-words.ts';
import { titleOf } from '../../../src/renderer/record/inspector/record-title.ts';
import { datasetTitles } from '../../../src/renderer/ui/parts/dataset-titles.ts';
import { datasetIcons } from '../../../src/renderer/ui/parts/icon.tsx';
import { dataChecks } from '../../../src/shared/checks/data-checks.ts';
import { datasetNames, datasets, type Dataset } from '../../../src/shared/datasets/datasets.ts';
import { sectionsOf } from '../../../src/shared/datasets/headers.ts';
import type { StudyAccess } from '../../../src/shared/engine-protocol.ts';
import { listings } from '../../../src/shared/listings.ts';
import type { Handlers } from '../../../src/shared/rpc.ts';
import { made, planOf } from '../../unit/export/plan.ts';
import { swift } from '../hostile-server.ts';
import { createTestHost, type TestHost } from '../study-host.ts';
import { readHandedOver } from './handed-over.ts';

// Not a test of this checkout: `sixth-dataset.test.ts` runs it in a copy that has procedures as a dataset.
const handed = readHandedOver(resolve(import.meta.dirname, '../../..'));
const file = { path: handed.path, key: Buffer.from(handed.key, 'hex'), seal: handed.seal, fromPack: [] };
const { study } = handed;
const procedures = theSixth();
const dataset = procedures.name;
const selection = { dataset, where: [], search: '', subjects: null, chosen: null };
const query = { selection, sort: [], offset: 0, limit: 10 };

let host: TestHost;
let reader: Handlers<'reader'>;
let directory: ReturnType<typeof createDirectory>;

function theSixth(): Dataset {
  const found = Object.values(datasets).find(({ title }) => title === 'Procedures');
  if (found === undefined) throw new Error('There is no dataset of procedures.');
  return found;
}

/** Every dataset of the study with its state, as read from the file that was made before. */
function states(): readonly (readonly [name: string, state: string, records: number])[] {
  const opened = openStudyForReading(file.path, file.key, study, null);
  try {
    return readStudyStatus(opened).datasets.map(({ dataset: name, state, records }) => [name, state, records]);
  } finally {
    opened.close();
  }
}

let before: ReturnType<typeof states>;

beforeAll(async () => {
  before = states();
  host = createTestHost(handed.connection, handed.secret);
  const { studies } = await syncStudies(
    { ...host, studyFile: async () => file },
    { studies: [study], only: null, acceptShrink: false },
    { network: swift },
  );
  expect(studies.flatMap(({ datasets: all }) => all).map(({ error }) => error)).toEqual(datasetNames.map(() => null));
  const { seal: seals } = await host.studyFile(study);
  const access: readonly StudyAccess[] = [{ study, ...file, seals, demo: true, lastOpened: null, sitePack: null, problem: null }];
  directory = createDirectory(async () => access);
  directory.update(access);
  reader = createReaderHandlers(directory);
});
afterAll(() => {
  directory.update([]);
  host.remove();
});

test('a study mirrored earlier lists it in its place as not mirrored, and with its records after a sync', () => {
  expect(before.map(([name]) => name)).toEqual(datasetNames);
  expect(before.find(([name]) => name === dataset)).toEqual([dataset, 'none', 0]);
  const after = states();
  expect(after.find(([name]) => name === dataset)).toEqual([dataset, 'updated', 2]);
  expect(after.filter(([name]) => name !== dataset).map(([name, , records]) => [name, records])).toEqual(
    before.filter(([name]) => name !== dataset).map(([name, , records]) => [name, records]),
  );
});

test('its records are rows with all its columns, including derived ones', async () => {
  const { rows } = await reader['rows.page']({ study, query });
  expect(rows.map(({ cells }) => Object.fromEntries(procedures.columns.map(({ name }, at) => [name, cells[at]])))).toEqual(
    ['1925-09-12T08:30:00', '2025-09-12T08:30:00'].map((performed) => ({
      subject: '9001',
      procedure: 'Biopsy',
      body_site: 'Liver',
      performed,
      unique_subject: `${study}-9001`,
      record_id: performed.startsWith('1925') ? 'p-2' : 'p-1',
      study,
      status: 'completed',
    })),
  );
  expect(sectionsOf(procedures).flatMap(({ columns }) => columns)).toHaveLength(procedures.columns.length);
});

test('views count it: overview, subjects, checks, changes', async () => {
  const overview = await reader['overview.read']({ study, subjects: null });
  expect(overview.datasets.find((one) => one.dataset === dataset)).toMatchObject({
    records: 2,
    subjects: 1,
    first: '2025-09-12T08:30:00',
    last: '2025-09-12T08:30:00',
    implausible: 1,
  });
  const { subjects } = await reader['subjects.list']({ study, selection: null });
  expect(subjects).toContain('9001');
  const { members } = await reader['coverage.read']({ study, datasets: ['labs', 'vitals'], subjects: null });
  expect(members).toBe(subjects.length);
  const { columns, rows } = await reader['listing.read']({ study, listing: { name: 'subjects', subjects: null }, limit: 100 });
  const at = columns.findIndex(({ name }) => name === dataset);
  expect(columns[at]?.label).toBe('Procedures');
  expect(rows.find(([subject]) => subject === '9001')?.[at]).toBe(2);
  const { checks } = await reader['checks.summary']({ study, subjects: null });
  expect(checks.filter((line) => line.dataset === dataset).map(({ check, records }) => [check, records])).toEqual(
    expect.arrayContaining([
      ['implausible-date', 1],
      ['not-in-group', 2],
    ]),
  );
  const changed = await reader['changes.subjects']({ study, since: 0, subjects: ['9001'] });
  expect(changed.subjects).toEqual([{ subject: '9001', isNew: true, datasets: [{ dataset, new: 2, changed: 0, vanished: 0 }] }]);
});

test('the window shows its title, icon, label, context and summary', async () => {
  const { rows } = await reader['rows.page']({ study, query: { ...query, offset: 1 } });
  const row = rows[0] ?? null;
  if (row === null) throw new Error('there is no second row');
  expect(datasetTitles[dataset]).toBe('Procedures');
  expect(datasetIcons[dataset].displayName).toBe('Stethoscope');
  expect(titleOf(procedures, row)).toEqual({ title: ['Biopsy', 'Liver'], context: ['Subject 9001', '2025-09-12 08:30'] });
  const change = { generation: 2, at: '2026-05-14T12:05:00.000Z', dataset, key: 'p-1', subject: '9001', kind: 'new', fields: [] } as const;
  const line = { id: 'x', change: { ...change, fields: [] }, row, field: null };
  expect([recordOf(line), visitOf(line), contentOf(line)]).toEqual(['Biopsy', '–', 'Liver, on 2025-09-12']);
  expect(restoredPlace({ study, section: dataset })).toMatchObject({ section: dataset });
  expect(tableNames).toContain(dataset);
});

test('what applies to every dataset applies to it, and the command line knows its name', () => {
  for (const { madeOf } of [listings.subjects, listings.checks, listings.changes]) expect(madeOf).toContain(dataset);
  for (const check of ['implausible-date', 'not-in-group', 'same-unique-subject'] as const)
    expect(dataChecks[check].datasets).toContain(dataset);
  expect(readDatasets(dataset)).toEqual([dataset]);
  expect(JSON.stringify([sync, exportCommand])).toMatch(/labs, vitals, procedures, responses.*labs, vitals, procedures, responses/);
});

test('it is exported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-procedures-'));
  const opened = openStudyForReading(file.path, file.key, study, null);
  try {
    const path = join(folder, 'procedures.csv');
    await exportFile(opened, planOf({ selection, columns: ['subject', 'procedure', 'performed'] }), { path, replace: false, made }, {});
    expect(readFileSync(path, 'utf8')).toBe(
      'Subject,Procedure,Performed\r\n9001,Biopsy,1925-09-12T08:30:00\r\n9001,Biopsy,2025-09-12T08:30:00\r\n',
    );
  } finally {
    opened.close();
    rmSync(folder, { recursive: true });
  }
});
