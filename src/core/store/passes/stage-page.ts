import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { AppError } from '../../../shared/errors.ts';
import { memoizeByOwner } from '../../../shared/derive/memoize.ts';
import type { BundleHead } from '../../bundle/bundle.ts';
import { freeBytes, isLarge } from '../../platform/memory.ts';
import { fitCache, type Db } from '../database/database.ts';
import type { StagedPage, StagedPass } from './pass.ts';
import { takeIssues, takeRows, type EncodedRecords } from '../pages/encoded-records.ts';
import { stagedTable } from '../database/layout.ts';
import type { PageReading } from '../pages/page-reading.ts';
import { insertIssues, rowInserter, shownRows } from '../pages/staged-rows.ts';
import { guarded } from '../database/store-error.ts';
import type { WritableStudy } from '../database/study.ts';

/** A body that is stored already, from any pass, and need not be read again. */
export interface KnownBody {
  readonly id: number;
  readonly size: number;
  readonly head: BundleHead;
  readonly entries: number;
}

export interface ArrivedPage {
  readonly number: number;
  /** SHA-256 of the body, hex. */
  readonly digest: string;
  readonly body: KnownBody | PageReading;
}

/** Returns the stored body with this digest; null if it is new. Throws STORE. */
export function findBody({ db, study }: WritableStudy, dataset: DatasetName, digest: string): KnownBody | null {
  return guarded(`The cache of study ${study}`, () => {
    const row = bodyByDigest(db).get(dataset, digest);
    return row === undefined ? null : { ...row, head: JSON.parse(row.head) as BundleHead };
  });
}

const bodyByDigest = memoizeByOwner((db: Db) =>
  db.prepare<[string, string], Omit<KnownBody, 'head'> & { readonly head: string }>(
    'SELECT id, size, head, entries FROM body WHERE dataset = ? AND digest = ?',
  ),
);

/**
 * Returns a function that stages pages of a pass in one transaction: bodies, issues, and the rows that differ from those shown. They are
 * durable on return. Staging the same page twice is harmless. `onPart` is called when the rows of a part of a large page are no longer
 * needed. Throws INCONSISTENT if a page of the pass has another body, otherwise STORE.
 */
export function pageStager(
  study: WritableStudy,
  pass: StagedPass,
  onPart: () => void = () => undefined,
): (pages: readonly ArrivedPage[]) => void {
  const what = `The cache of study ${study.study}`;
  const addPage = guarded(what, () => pageAdder(study, pass));
  const noteTime = guarded(what, () => study.db.prepare('UPDATE pass SET staged_at = ? WHERE id = ?'));
  let writeBody: ReturnType<typeof bodyWriter> | null = null;
  let fits = true;
  return (pages) => {
    guarded(what, () => {
      try {
        fits &&= fitCache(study.db, sizeOf(pages));
        const keep = (writeBody ??= bodyWriter(study, pass, onPart));
        const staged = study.db
          .transaction(() => {
            noteTime.run(new Date().toISOString(), pass.id);
            return pages.map((page) => addPage(page, keep(page)));
          })
          .immediate();
        for (const page of staged) pass.note(page);
      } catch (error: unknown) {
        // The shared cells it has cached were rolled back.
        writeBody = null;
        throw error;
      }
    });
  };
}

/** Approximate bytes that these pages add to the file. */
function sizeOf(pages: readonly ArrivedPage[]): number {
  return pages.reduce((sum, { body }) => {
    if ('id' in body) return sum;
    return sum + body.deflated.length + ('ends' in body.rows ? body.rows.bytes.length : body.size / 4);
  }, 0);
}

/** Returns a function from a page to the id of its body, which writes new bodies. */
function bodyWriter(study: WritableStudy, pass: StagedPass, onPart: () => void): (page: ArrivedPage) => number {
  const insert = study.db.prepare('INSERT INTO body (dataset, digest, size, entries, head, keys, deflated) VALUES (?, ?, ?, ?, ?, ?, ?)');
  const insertRows = rowStager(study, pass, onPart);
  return ({ digest, body }) => {
    if ('id' in body) return body.id;
    // The same bytes may have arrived twice before the first were staged.
    const known = findBody(study, pass.dataset, digest);
    if (known !== null) return known.id;
    const { size, head, entries, keys, deflated } = body;
    // Rows first: their memory is free again before the body is bound, which is briefly held three times.
    insertRows(body);
    const id = Number(insert.run(pass.dataset, digest, size, entries, JSON.stringify(head), keys, deflated).lastInsertRowid);
    if (isLarge(deflated)) freeBytes(deflated);
    insertIssues(study.db, id, takeIssues(body));
    return id;
  };
}

/** Returns a function that stages the rows that are new or differ from those shown. */
function rowStager(study: WritableStudy, pass: StagedPass, onPart: () => void): (records: EncodedRecords) => void {
  const { dataset } = study.extractor(pass.dataset);
  const insert = rowInserter(study.db, dataset, stagedTable(pass.dataset));
  const isShown = pass.firstLoad ? () => false : shownRows(study.db, dataset);
  return (records) => {
    for (const row of takeRows(records, onPart)) if (!isShown(row)) insert(row, pass.nextGeneration, pass.nextGeneration);
  };
}

function pageAdder({ db }: WritableStudy, pass: StagedPass): (page: ArrivedPage, body: number) => StagedPage {
  const insert = db.prepare('INSERT INTO page (pass, number, digest, body, entries, total) VALUES (?, ?, ?, ?, ?, ?)');
  return ({ number, digest, body: { entries, head } }, body) => {
    const present = pass.pages.get(number);
    if (present?.digest === digest) return present;
    if (present !== undefined)
      throw new AppError('INCONSISTENT', 'A page changed while the pages were read. The earlier copy stays. Sync again.');
    insert.run(pass.id, number, digest, body, entries, head.total);
    return { number, digest, entries };
  };
}
