import { createHash } from 'node:crypto';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';

/** The datasets of the histories: each is read in pages of records with a key. */
export const movingDatasets = ['medications', 'vitals'] as const satisfies readonly DatasetName[];
export type MovingDataset = (typeof movingDatasets)[number];

/** A record of the service; an edit only raises its revision. */
export interface MovingRecord {
  readonly id: string;
  readonly revision: number;
  /** Further content; the same in every record if omitted. */
  readonly drug?: string;
}

/** One change at the service. Places are taken modulo the number of records. */
export type Change =
  | { readonly kind: 'insert'; readonly at: number }
  | { readonly kind: 'delete'; readonly at: number }
  | { readonly kind: 'edit'; readonly at: number }
  | { readonly kind: 'move'; readonly at: number; readonly to: number }
  /** A removal and an addition at the same moment: `total` stays. */
  | { readonly kind: 'replace'; readonly at: number; readonly to: number }
  | { readonly kind: 'resize'; readonly size: number }
  /** All but the first `keep` records are removed. */
  | { readonly kind: 'purge'; readonly keep: number };

/** The content of a page as it was answered. */
export interface AnsweredPage {
  readonly records: readonly MovingRecord[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  /** SHA-256 of the body, hex. */
  readonly digest: string;
}

/** A dataset of the service with all its moments. */
export interface MovingData {
  /** What it held at each moment, the newest last (see `contentOf`). */
  readonly moments: readonly string[];
  /** Milliseconds of the clock at which each of them began. */
  readonly times: readonly number[];
  /** Number of changes so far, including those of the page size. */
  readonly changes: number;
  change(change: Change): void;
  /** Null for a page after the last. */
  write(page: number, address: string): { readonly body: string; readonly answered: AnsweredPage } | null;
}

/** Records as one text, regardless of their order: equal for the same records in the same revisions. */
export function contentOf(records: readonly MovingRecord[]): string {
  return records
    .map(({ id, revision }) => `${id}:${revision}`)
    .toSorted()
    .join(' ');
}

export function createMovingData(dataset: MovingDataset, study: string, count: number, pageSize: number): MovingData {
  let next = 0;
  let size = pageSize;
  let changes = 0;
  const fresh = (): MovingRecord => ({ id: `${dataset}-${next++}`, revision: 1 });
  const records = Array.from({ length: count }, fresh);
  const moments = [contentOf(records)];
  const times = [Date.now()];
  return {
    moments,
    times,
    get changes() {
      return changes;
    },
    change: (change) => {
      if (change.kind === 'resize') size = change.size;
      else alter(records, change, fresh);
      changes += 1;
      const content = contentOf(records);
      if (content === moments.at(-1)) return;
      moments.push(content);
      times.push(Date.now());
    },
    write: (page, address) => {
      const pages = Math.max(1, Math.ceil(records.length / size));
      if (page > pages) return null;
      const shown = records.slice((page - 1) * size, page * size);
      const body = writePage(dataset, study, { records: shown, total: records.length, page, pages }, address);
      const digest = createHash('sha256').update(body).digest('hex');
      return { body, answered: { records: shown, total: records.length, page, pages, digest } };
    },
  };
}

function alter(records: MovingRecord[], change: Exclude<Change, { kind: 'resize' }>, fresh: () => MovingRecord): void {
  if (change.kind === 'purge') {
    records.splice(change.keep);
    return;
  }
  if (change.kind === 'insert') {
    records.splice(change.at % (records.length + 1), 0, fresh());
    return;
  }
  const place = change.at % Math.max(1, records.length);
  const old = records[place];
  if (old === undefined) return;
  if (change.kind === 'edit') {
    records[place] = { ...old, revision: old.revision + 1 };
    return;
  }
  records.splice(place, 1);
  if (change.kind !== 'delete') records.splice(change.to % (records.length + 1), 0, change.kind === 'move' ? old : fresh());
}

/** A page as it is about to be written. */
export interface Page {
  readonly records: readonly MovingRecord[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

/** The page's body; `address` is that of the search. */
export function writePage(dataset: MovingDataset, study: string, { records, total, page, pages }: Page, address: string): string {
  const link = (relation: string, number: number) => ({ relation, url: `${address}&page=${number}` });
  const next = page < pages ? [link('next', page + 1)] : [];
  return JSON.stringify({
    resourceType: 'Bundle',
    identifier: { system: system('IDB.Protocol'), value: study },
    type: 'searchset',
    total,
    link: [link('self', page), link('first', 1), link('last', pages), ...next],
    entry: records.map((record) => ({
      fullUrl: `${address}&_Id=${record.id}`,
      resource: dataset === 'medications' ? medication(record, study) : vital(record, study),
    })),
  });
}

function system(fragment: string): string {
  return `https://research.example/fhir/StructureDefinition/crit#${fragment}`;
}

function medication({ id, revision, drug = 'carboplatin' }: MovingRecord, study: string): object {
  return {
    resourceType: 'MedicationStatement',
    id,
    extension: [{ url: system('IDB.Protocol'), valueCode: study }],
    identifier: [{ use: 'official', system: system(''), value: id }],
    status: 'unknown',
    medicationCodeableConcept: { text: drug },
    subject: { reference: 'Patient/0001' },
    effectivePeriod: { start: '2025-04-29T10:37:00' },
    dosage: [{ doseAndRate: [{ doseQuantity: { value: revision, unit: 'mg' } }] }],
  };
}

function vital({ id, revision }: MovingRecord, study: string): object {
  return {
    resourceType: 'Observation',
    id,
    extension: [{ url: system('IDB.Protocol'), valueString: study }],
    identifier: [{ system: system('LAB_RESULTS.LR_RESULT_GUID'), value: id }],
    status: 'final',
    category: [{ coding: [{ code: 'vital-signs' }], text: 'Vital Signs' }],
    code: { coding: [{ system: system('VITAL_SIGNS'), code: '2000101' }], text: 'Weight' },
    subject: { reference: 'Patient/0001' },
    effectiveDateTime: '2025-01-23T09:57:00',
    valueQuantity: { value: revision, unit: 'kg' },
  };
}
