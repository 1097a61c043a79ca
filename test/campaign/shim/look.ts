import { createHash } from 'node:crypto';
import { AppError } from '../../../src/shared/errors.ts';
import { isByBaseline } from '../../../src/shared/datasets/declaration.ts';
import { sqlColumns } from '../../../src/core/extract/sql-columns.ts';
import { checkStudy } from '../../../src/core/store/study-file/check-study.ts';
import { quoted, stagedTable } from '../../../src/core/store/database/layout.ts';
import type { ReadableStudy } from '../../../src/core/store/database/study.ts';
import { openVaultDatabase } from '../../../src/core/vault/database.ts';
import { openBesideSync } from '../../../src/core/vault/studies/open-study.ts';
import { vaultOver, type Vault } from '../../../src/core/vault/vault.ts';

/** What a person would be shown of a study, and whether the data folder is sound. */
export interface Look {
  /** Digest over every visible cell; `none` if never mirrored. */
  readonly digest: string;
  /** When each dataset was last proven, as one text: it changes with every flip. */
  readonly asOf: string;
  readonly generation: number;
  /** Staged pages, which nobody is shown. */
  readonly stagedPages: number;
  /** Rows in the tables of staged rows. */
  readonly stagedRows: number;
  /** Problems of the folder, one sentence each. */
  readonly problems: readonly string[];
  /** The code of the error if nothing can be shown. */
  readonly refused: string | null;
  /** Milliseconds until the study was open. */
  readonly opening: number;
}

/** Runs `work` with the vault of a data folder, opened with its bare key (what scrypt would derive). */
export function withVaultOf<T>(dataDir: string, key: Buffer, work: (vault: Vault) => T): T {
  const own = Buffer.from(key);
  const vault = vaultOver(openVaultDatabase(dataDir, own), dataDir, own, () => new Date());
  try {
    return work(vault);
  } finally {
    vault.close();
  }
}

/** Reads a study as every reading command does (by its seal, beside a sync), and checks the whole folder. */
export function lookAt(dataDir: string, key: Buffer, study: string): Look {
  const started = performance.now();
  const empty = { digest: 'none', asOf: '', generation: 0, stagedPages: 0, stagedRows: 0 };
  try {
    return withVaultOf(dataDir, key, (vault) => {
      const ofVault = [...vault.findDamage(), ...[vault.audit.findBreak()].filter((found) => found !== null)];
      const opened = vault.study(study) === null ? null : openBesideSync(vault, study);
      const opening = performance.now() - started;
      if (opened === null) return { ...empty, problems: ofVault, refused: null, opening };
      try {
        return { ...shownIn(opened), problems: [...ofVault, ...checkStudy(opened), ...strayStaging(opened)], refused: null, opening };
      } finally {
        opened.close();
      }
    });
  } catch (error: unknown) {
    const opening = performance.now() - started;
    const problem = error instanceof Error ? error.message : String(error);
    return { ...empty, problems: [problem], refused: error instanceof AppError ? error.code : 'unknown', opening };
  }
}

function shownIn(study: ReadableStudy): Pick<Look, 'digest' | 'asOf' | 'generation' | 'stagedPages' | 'stagedRows'> {
  const { db, datasets } = study;
  const hash = createHash('sha256');
  let rows = 0;
  for (const dataset of datasets) {
    // Grades that follow from the subject's baseline are no part of what the pages say.
    const sent = sqlColumns(dataset).flatMap(({ name, column }) => (isByBaseline(column) ? [] : [name]));
    const columns = [...sent, '_undescribed'].map(quoted).join(', ');
    hash.update(`\n${dataset.name}\n`);
    for (const row of db
      .prepare(`SELECT ${columns} FROM ${quoted(dataset.name)} ORDER BY ${quoted(dataset.key)}`)
      .raw()
      .iterate()) {
      hash.update(JSON.stringify(row));
      rows += 1;
    }
  }
  const asOf = db.prepare<[], string | null>('SELECT as_of FROM state ORDER BY dataset').pluck().all();
  const isMirrored = asOf.some((at) => at !== null);
  return {
    digest: !isMirrored && rows === 0 ? 'none' : hash.digest('hex'),
    asOf: JSON.stringify(asOf),
    generation: db.prepare<[], number>('SELECT ifnull(max(number), 0) FROM generation').pluck().get() ?? 0,
    stagedPages: countOf(study, "page WHERE pass IN (SELECT id FROM pass WHERE status <> 'current')"),
    stagedRows: datasets.reduce((sum, { name }) => sum + countOf(study, quoted(stagedTable(name))), 0),
  };
}

/** Staged data without a pass would stay forever. */
function strayStaging(study: ReadableStudy): readonly string[] {
  const { db } = study;
  const twice = db
    .prepare<[], string>("SELECT dataset FROM pass WHERE status IN ('running', 'proven') GROUP BY dataset HAVING count(*) > 1")
    .pluck()
    .all();
  const bodies = countOf(study, 'body WHERE id NOT IN (SELECT body FROM page)');
  return [
    ...twice.map((name) => `There are two staged passes of ${name}.`),
    ...(bodies > 0 ? [`${bodies} bodies belong to no page.`] : []),
  ];
}

function countOf({ db }: ReadableStudy, from: string): number {
  return db.prepare<[], number>(`SELECT count(*) FROM ${from}`).pluck().get() ?? 0;
}
