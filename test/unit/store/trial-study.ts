import { surenessAt } from './sureness.ts';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { digestOf } from '../../../src/core/bundle/bundle-entry.ts';
import { listChanges } from '../../../src/core/query/changes.ts';
import { applyFlip } from '../../../src/core/store/flip/apply-flip.ts';
import { beginPass, passFacts, provePass, type StagedPass } from '../../../src/core/store/passes/pass.ts';
import { planFlip, type FlipPlan } from '../../../src/core/store/flip/plan-flip.ts';
import { proofOf } from '../../../src/core/store/passes/proof.ts';
import { readPageBody } from '../../../src/core/store/pages/page-reading.ts';
import { readStudyStatus } from '../../../src/core/store/database/status.ts';
import { findBody, pageStager } from '../../../src/core/store/passes/stage-page.ts';
import { openStudyForWriting, type WritableStudy } from '../../../src/core/store/study-file/study-file.ts';
import type { Change } from '../../../src/shared/contract.ts';
import type { DatasetStatus } from '../../../src/shared/status.ts';
import type { Dataset, DatasetName } from '../../../src/shared/datasets/datasets.ts';
import type { SourceColumn } from '../../../src/shared/datasets/declaration.ts';
import { writeEmptyStudy } from './empty-study.ts';

export const STUDY = '22-001';

/** One key per process, so that its empty files are written from memory. */
const key = randomBytes(32);

function column(name: string, kind: SourceColumn['kind'], path: string, more: Partial<SourceColumn> = {}): SourceColumn {
  return { name, kind, plain: name, sdtm: null, help: name, width: 100, section: 'All', shown: true, paths: [path], ...more };
}

const plain: Omit<Dataset, 'name' | 'resourceType' | 'key' | 'indexes' | 'columns'> = {
  title: 'Trial',
  icon: 'clipboard',
  singular: 'record',
  version: 1,
  endpoint: { path: '/x', category: null },
  domain: 'XX',
  described: ['resourceType', 'extension[].url'],
  defaultSort: [],
  date: null,
  label: { columns: ['subject'], between: ' ' },
  context: ['study'],
  summary: { visit: null, name: null, holds: [] },
  finding: ['subject'],
};

export const labs: Dataset = {
  ...plain,
  name: 'labs',
  resourceType: 'Observation',
  key: 'record_id',
  indexes: [['subject', 'collected']],
  columns: [
    column('subject', 'text', 'subject.reference', { read: (sent) => sent.replace('Patient/', '') }),
    column('record_id', 'text', 'id', { required: true }),
    column('collected', 'datetime', 'effectiveDateTime'),
    column('result', 'number', 'valueQuantity.value'),
    column('study', 'text', 'extension[#IDB.Protocol]', { shared: true }),
    {
      name: 'double',
      kind: 'number',
      plain: 'double',
      sdtm: null,
      help: '',
      width: 1,
      section: 'All',
      shown: true,
      shared: true,
      rule: 'twice',
      derive: (row) => (typeof row['result'] === 'number' ? row['result'] * 2 : null),
    },
  ],
};

export const subjects: Dataset = {
  ...plain,
  name: 'subjects',
  resourceType: 'Group',
  key: 'subject',
  repeated: 'member[]',
  indexes: [],
  columns: [
    column('subject', 'text', 'member[].entity.reference', { required: true, read: (sent) => sent.replace('Patient/', '') }),
    column('study', 'text', 'identifier[].value'),
    column('group_type', 'text', 'type', { expected: ['person'] }),
  ],
};

export interface Lab {
  readonly id: string;
  readonly value: number | string;
  readonly more?: string;
}

/** A page of labs; `value` is inserted as is, `more` as further fields. */
export function labPage(records: readonly Lab[], total: number | null = null): Buffer {
  const entries = records.map(
    ({ id, value, more = '' }) =>
      `{"fullUrl":"x","resource":{"resourceType":"Observation","id":${JSON.stringify(id)},"extension":[{"url":"s#IDB.Protocol","valueString":"${STUDY}"}],"subject":{"reference":"Patient/007"},"effectiveDateTime":"2025-09-03T08:00:00","valueQuantity":{"value":${value}}${more}}}`,
  );
  return bundle(entries, total);
}

export function bundle(entries: readonly string[], total: number | null = null): Buffer {
  return Buffer.from(
    `{"resourceType":"Bundle","type":"searchset"${total === null ? '' : `,"total":${total}`},"identifier":{"value":"${STUDY}"},"link":[],"entry":[${entries.join(',')}]}`,
  );
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-store-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

export interface TrialFile {
  readonly path: string;
  readonly key: Buffer;
}

export function newStudyFile(declarations: readonly Dataset[] = [labs, subjects]): TrialFile {
  const file = { path: join(temporaryFolder(), 'study.db'), key };
  writeEmptyStudy(file.path, file.key, STUDY, declarations);
  return file;
}

/** An open study that is closed when the test ends. */
export function openTrial(file: TrialFile, declarations: readonly Dataset[] = [labs, subjects]): WritableStudy {
  const study = openStudyForWriting(file.path, file.key, STUDY, null, declarations);
  onTestFinished(() => {
    study.close();
  });
  return study;
}

export function newTrial(): WritableStudy {
  return openTrial(newStudyFile());
}

/** Stages a page as a sync does: it is read only if its bytes are new. */
export async function stageBody(study: WritableStudy, pass: StagedPass, number: number, body: Buffer): Promise<void> {
  const digest = digestOf(body);
  const arrived = findBody(study, pass.dataset, digest) ?? (await readPageBody(study.extractor(pass.dataset), body, STUDY));
  pageStager(study, pass)([{ number, digest, body: arrived }]);
}

export async function stage(study: WritableStudy, dataset: DatasetName, pages: readonly Buffer[]): Promise<StagedPass> {
  const pass = beginPass(study, dataset);
  for (const [index, body] of pages.entries()) await stageBody(study, pass, index + 1, body);
  return pass;
}

export function prove(study: WritableStudy, pass: StagedPass, endedAt = new Date().toISOString()): void {
  provePass(study, pass, { ...proofOf(study, pass, passFacts(study, pass), surenessAt(endedAt)), endedAt });
}

/** Mirrors these pages as the whole of a dataset. */
export async function mirror(study: WritableStudy, dataset: DatasetName, pages: readonly Buffer[], endedAt?: string): Promise<FlipPlan> {
  const pass = await stage(study, dataset, pages);
  prove(study, pass, endedAt);
  const plan = planFlip(study, [pass]);
  applyFlip(study, plan);
  return plan;
}

export function all<T>(study: WritableStudy, sql: string): T[] {
  return study.db.prepare<[], T>(sql).all();
}

/** The whole ledger, the oldest generation first. */
export function ledger(study: WritableStudy): readonly Change[] {
  const { changes } = listChanges(study, { dataset: null, since: 0, kind: null, offset: 0, limit: 10_000 });
  return changes.toSorted((one, other) => one.generation - other.generation);
}

/** What the status says of the labs. */
export function labStatus(study: WritableStudy): DatasetStatus {
  const status = readStudyStatus(study).datasets.find((dataset) => dataset.dataset === 'labs');
  if (status === undefined) throw new Error('no labs');
  return status;
}
