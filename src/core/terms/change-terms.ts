import { AppError } from '../../shared/errors.ts';
import type { StudyTerms } from '../../shared/terms/study-terms.ts';
import { termsSchema, type Terms } from '../../shared/terms/terms-schema.ts';
import { extractorsOf } from '../store/pages/extractors.ts';
import { rebuildProjections } from '../store/study-file/rebuild.ts';
import { guarded } from '../store/database/store-error.ts';
import type { WritableStudy } from '../store/database/study.ts';
import type { SharedStudyFiles } from '../sync/writable-files.ts';
import { assertMirrored, type SyncHost } from '../vault/studies/sync-host.ts';
import { withWritableStudy } from '../sync/write-study.ts';
import { currentActor } from '../vault/audit/actor.ts';
import { storedTerms, storeTerms } from '../store/database/stored-terms.ts';
import { termsDigest } from '../extract/terms-digest.ts';

export interface TermsChange {
  readonly study: string;
  /** The version that the change is based on, so that another user's change is not overwritten unseen. */
  readonly version: number;
  readonly terms: Terms;
}

/** The result of a change; `changed`: the number of decisions that differ from before. */
export interface ChangedTerms {
  readonly version: number;
  readonly changed: number;
  readonly digest: string;
}

/**
 * Writes a new version of the decisions on a study's tests and units, rebuilds its rows from the stored pages, and records the change in
 * the audit trail. Throws USAGE, BUSY while a sync writes to the study, and the errors of opening the file.
 */
export async function changeTerms(host: SyncHost, files: SharedStudyFiles, change: TermsChange): Promise<ChangedTerms> {
  await assertMirrored(host, change.study, 'it has no tests');
  return noteChange(host, change.study, await files.write(change.study, (study, isSyncing) => applyTerms(study, change, isSyncing)));
}

/** The same for a process that runs no sync. Throws the errors of `changeTerms`. */
export async function changeTermsAlone(host: SyncHost, change: TermsChange): Promise<ChangedTerms> {
  await assertMirrored(host, change.study, 'it has no tests');
  return noteChange(host, change.study, await withWritableStudy(host, change.study, true, (study) => applyTerms(study, change, false)));
}

interface Applied extends ChangedTerms {
  readonly terms: StudyTerms;
}

/**
 * Applies everything or nothing, however the process ends: version and rows change in one transaction, and readers see the old ones until
 * it ends.
 */
export function applyTerms(study: WritableStudy, { version, terms }: Omit<TermsChange, 'study'>, isSyncing: boolean): Applied {
  if (isSyncing)
    throw new AppError(
      'BUSY',
      `A sync is writing to study ${study.study}. Nothing was changed. Change its tests and units when the sync has finished.`,
    );
  const next = termsSchema.parse(terms);
  return guarded(`The cache of study ${study.study}`, () =>
    study.db
      .transaction((): Applied => {
        const before = storedTerms(study.db);
        if (before.version !== version)
          throw new AppError(
            'USAGE',
            `The tests and units of study ${study.study} were changed in the meantime (version ${before.version}). Your change was not made. Review them and try again.`,
          );
        const digest = termsDigest(next);
        if (digest === termsDigest(before)) return { terms: before, version, changed: 0, digest };
        const after: StudyTerms = { ...next, version: version + 1 };
        const { says, changed } = sayTermsChange(before, after);
        storeTerms(study.db, after, { at: new Date().toISOString(), by: currentActor(), says });
        rebuildProjections({ ...study, terms: after, extractor: extractorsOf(study.datasets, after) });
        return { terms: after, version: after.version, changed, digest };
      })
      .immediate(),
  );
}

async function noteChange(host: SyncHost, study: string, { terms, ...changed }: Applied): Promise<ChangedTerms> {
  if (changed.changed > 0)
    await host.audit({
      kind: 'terms-changed',
      study,
      version: changed.version,
      system: terms.system,
      decisions: terms.tests.length + terms.units.length,
      changed: changed.changed,
      digest: changed.digest,
    });
  return changed;
}

/** Maximum number of decisions that are named one by one. */
const mostNamed = 20;

/** What changed between two versions, in words, and the number of changed decisions. */
function sayTermsChange(before: Terms, after: Terms): { readonly says: string; readonly changed: number } {
  const [earlier, later] = [decisionsOf(before), decisionsOf(after)];
  const lines = [
    ...(before.system === after.system ? [] : [`standard units: ${after.system}`]),
    ...(before.ctcae === after.ctcae ? [] : [`grades by CTCAE ${after.ctcae}`]),
    ...[...later].filter(([what, as]) => earlier.get(what) !== as).map(([what, as]) => `${what} is ${as}`),
    ...[...earlier.keys()].filter((what) => !later.has(what)).map((what) => `${what} as Carrel reads it`),
  ];
  const more = lines.length - mostNamed;
  return { says: lines.slice(0, mostNamed).join('; ') + (more > 0 ? `; and ${String(more)} more` : ''), changed: lines.length };
}

function decisionsOf({ tests, units }: Terms): ReadonlyMap<string, string> {
  const ofTests = tests.map(({ dataset, test, serviceCode, code }): [string, string] => [
    `“${test}”${serviceCode === null ? '' : ` (${serviceCode})`} in ${dataset}`,
    code ?? 'without a code',
  ]);
  return new Map([...ofTests, ...units.map(({ text, unit }): [string, string] => [`unit “${text}”`, unit])]);
}
