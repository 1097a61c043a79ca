import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Proof } from '../../../shared/status.ts';
import type { Inconsistency } from '../../../shared/inconsistencies.ts';
import type { BundleHead } from '../../bundle/bundle.ts';
import { digestOf } from '../../bundle/bundle-entry.ts';
import { aheadPath, removeCacheFiles } from '../database/cache-files.ts';
import { KEY_HASH_BYTES, KeySet } from './key-set.ts';
import { quoted, rowTable, sharedTable, stagedTable } from '../database/layout.ts';
import { returnIndexes } from '../database/projection.ts';
import { currentGeneration } from '../database/seal.ts';
import { noteBegun } from './staged-order.ts';
import { storedProof } from '../database/stored-proof.ts';
import { guarded } from '../database/store-error.ts';
import type { WritableStudy } from '../database/study.ts';
import { readNumber } from '../database/read-number.ts';

/** A page of a pass that is staged durably. */
export interface StagedPage {
  readonly number: number;
  /** SHA-256 of the body, hex. */
  readonly digest: string;
  readonly entries: number;
}

/** Why a pass was abandoned. */
export type Repetition = readonly Inconsistency[];

/** A pass over a dataset's pages that is not shown yet. */
export class StagedPass {
  readonly id: number;
  readonly dataset: DatasetName;
  /** Start time, ISO in UTC. A resumed pass may be old. */
  readonly startedAt: string;
  /** Nothing is shown yet, so no record needs comparing. */
  readonly firstLoad: boolean;
  /** The generation that the flip is expected to create. If it turns out to be another one, the rows are written a second time. */
  readonly nextGeneration: number;
  /** Why the earlier passes were abandoned, one list of reasons each. */
  readonly repeated: readonly Repetition[];
  /** How many pages an earlier run staged, and when it staged the newest; null if there are none. */
  readonly resumed: { readonly pages: number; readonly at: string } | null;
  /** The proof by an earlier run that was not shown, because it is pending review or the run was cancelled. */
  readonly proven: Proof | null;
  readonly #pages: Map<number, StagedPage>;

  constructor(row: PassRow, dataset: DatasetName, firstLoad: boolean, pages: readonly StagedPage[]) {
    this.id = row.id;
    this.dataset = dataset;
    this.startedAt = row.started_at;
    this.firstLoad = firstLoad;
    this.nextGeneration = row.generation;
    this.repeated = JSON.parse(row.repeated) as readonly Repetition[];
    this.proven = row.proof === null ? null : storedProof(row.proof);
    this.resumed = pages.length === 0 ? null : { pages: pages.length, at: row.staged_at ?? row.started_at };
    this.#pages = new Map(pages.map((page) => [page.number, page]));
  }

  /** By page number. A resumed pass includes those of earlier runs. */
  get pages(): ReadonlyMap<number, StagedPage> {
    return this.#pages;
  }

  /** Records a page once it is durable. */
  note(page: StagedPage): void {
    this.#pages.set(page.number, page);
  }
}

/** Counts over the pages of a pass. */
export interface PassFacts {
  readonly pages: number;
  readonly entries: number;
  /** Record keys in the pages without quarantined entries. Group members are counted here, not in `entries`. */
  readonly keyed: number;
  readonly distinct: number;
  /** Keys that occurred before. More than zero means that the pages are not one consistent copy. */
  readonly repeats: number;
  readonly quarantined: number;
  /** `total` of the first and the last page. */
  readonly totalAtStart: number | null;
  readonly totalAtEnd: number | null;
  /** SHA-256 over the digests of all pages in order, hex. */
  readonly digest: string;
}

interface PassRow {
  readonly id: number;
  readonly started_at: string;
  readonly staged_at: string | null;
  readonly generation: number;
  /** JSON. */
  readonly repeated: string;
  /** JSON, if the pass was proven before. */
  readonly proof: string | null;
}

/**
 * Resumes the dataset's staged pass with all its pages, or begins a new one, which follows those abandoned for the reasons in `repeated`. A
 * pass that was proven but never shown is resumed too and must be proven again; until then it keeps its state and can still be reviewed.
 */
export function beginPass(study: WritableStudy, dataset: DatasetName, repeated: readonly Repetition[] = []): StagedPass {
  return guarded(`The cache of study ${study.study}`, () =>
    study.db
      .transaction(() => {
        const { db } = study;
        returnIndexes(db, study.extractor(dataset).dataset);
        const firstLoad = db.prepare(`SELECT 1 FROM ${quoted(rowTable(dataset))} LIMIT 1`).get() === undefined;
        const staged = db
          .prepare<[string], PassRow>(
            "SELECT id, started_at, staged_at, generation, repeated, proof FROM pass WHERE dataset = ? AND status IN ('running', 'proven')",
          )
          .get(dataset);
        if (staged !== undefined) return new StagedPass(staged, dataset, firstLoad, readPages(study, staged.id));
        const begun = {
          started_at: new Date().toISOString(),
          staged_at: null,
          generation: currentGeneration(study) + 1,
          repeated: JSON.stringify(repeated),
          proof: null,
        };
        const { lastInsertRowid } = db
          .prepare(
            `INSERT INTO pass (dataset, started_at, generation, repeated, combinations, status)
      SELECT ?, ?, ?, ?, ifnull(max(_id), 0), 'running' FROM ${quoted(sharedTable(dataset))}`,
          )
          .run(dataset, begun.started_at, begun.generation, begun.repeated);
        const id = Number(lastInsertRowid);
        noteBegun(db, dataset, firstLoad ? id : null);
        return new StagedPass({ ...begun, id }, dataset, firstLoad, []);
      })
      .immediate(),
  );
}

function readPages(study: WritableStudy, pass: number): readonly StagedPage[] {
  return study.db.prepare<[number], StagedPage>('SELECT number, digest, entries FROM page WHERE pass = ? ORDER BY number').all(pass);
}

/** Yields the head of each staged page of a pass, in page order. */
export function* stagedHeads(study: WritableStudy, pass: Pick<StagedPass, 'id'>): Generator<StagedPage & { readonly head: BundleHead }> {
  const rows = study.db
    .prepare<[number], StagedPage & { readonly head: string }>(
      'SELECT p.number, p.digest, p.entries, b.head FROM page p JOIN body b ON b.id = p.body WHERE p.pass = ? ORDER BY p.number',
    )
    .iterate(pass.id);
  for (const row of rows) yield { ...row, head: JSON.parse(row.head) as BundleHead };
}

/** Deletes a staged pass. What is shown stays. */
export function dropPass(study: WritableStudy, pass: Pick<StagedPass, 'id' | 'dataset'>): void {
  guarded(`The cache of study ${study.study}`, () =>
    study.db
      .transaction(() => {
        returnIndexes(study.db, study.extractor(pass.dataset).dataset);
        study.db.exec(`DELETE FROM ${quoted(stagedTable(pass.dataset))}`);
        study.db
          .prepare(`DELETE FROM ${quoted(sharedTable(pass.dataset))} WHERE _id > (SELECT combinations FROM pass WHERE id = ?)`)
          .run(pass.id);
        forgetPass(study, pass.id);
      })
      .immediate(),
  );
  removeCacheFiles([aheadPath(study.file.path, pass.dataset)]);
}

/** Deletes a pass, its pages, and the bodies that no other pass shares. Must run inside a transaction. */
export function forgetPass({ db }: WritableStudy, pass: number): void {
  const bodies = db.prepare<[number], number>('SELECT DISTINCT body FROM page WHERE pass = ?').pluck().all(pass);
  db.prepare('DELETE FROM page WHERE pass = ?').run(pass);
  const forgetBody = db.prepare('DELETE FROM body WHERE id = @body AND NOT EXISTS (SELECT 1 FROM page WHERE body = @body)');
  for (const body of bodies) forgetBody.run({ body });
  db.prepare('DELETE FROM pass WHERE id = ?').run(pass);
}

/** Counts a pass, including distinct keys. Reads the keys of all its pages, so call it once the chain of pages has closed. */
export function passFacts(study: WritableStudy, pass: Pick<StagedPass, 'id'>): PassFacts {
  return guarded(`The cache of study ${study.study}`, () => {
    const pages = study.db
      .prepare<[number], { readonly entries: number; readonly total: number | null; readonly digest: string }>(
        'SELECT entries, total, digest FROM page WHERE pass = ? ORDER BY number',
      )
      .all(pass.id);
    const keys = passKeys(study, pass.id);
    const quarantined = readNumber(
      study.db,
      'SELECT count(*) FROM page p JOIN body_issue i ON i.body = p.body WHERE p.pass = ? AND i.quarantined',
      pass.id,
    );
    return {
      pages: pages.length,
      entries: pages.reduce((sum, page) => sum + page.entries, 0),
      keyed: keys.keyed,
      distinct: keys.set.size,
      repeats: keys.keyed - keys.set.size,
      quarantined,
      totalAtStart: pages.at(0)?.total ?? null,
      totalAtEnd: pages.at(-1)?.total ?? null,
      digest: digestOf(pages.map((page) => page.digest).join('')),
    };
  });
}

/** The hashes of all record keys of a pass, and their number including repeats. */
export function passKeys({ db }: Pick<WritableStudy, 'db'>, pass: number): { readonly set: KeySet; readonly keyed: number } {
  const bytes = readNumber(db, 'SELECT ifnull(sum(length(b.keys)), 0) FROM page p JOIN body b ON b.id = p.body WHERE p.pass = ?', pass);
  const set = new KeySet(bytes / KEY_HASH_BYTES);
  for (const keys of db
    .prepare<[number], Buffer>('SELECT b.keys FROM page p JOIN body b ON b.id = p.body WHERE p.pass = ?')
    .pluck()
    .iterate(pass)) {
    for (let offset = 0; offset < keys.length; offset += KEY_HASH_BYTES) set.add(keys, offset);
  }
  return { set, keyed: bytes / KEY_HASH_BYTES };
}

/** Marks a pass as complete, with what was checked. A flip shows it. */
export function provePass(study: WritableStudy, pass: Pick<StagedPass, 'id'>, proof: Proof): void {
  guarded(`The cache of study ${study.study}`, () => {
    study.db
      .prepare("UPDATE pass SET status = 'proven', ended_at = ?, proof = ?, held = NULL WHERE id = ?")
      .run(proof.endedAt, JSON.stringify(proof), pass.id);
  });
}
