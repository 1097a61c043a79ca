import { randomUUID } from 'node:crypto';
import type { CheckRule } from '../../shared/checks/check-rule.ts';
import { idOfTwo, whyTooManyRules } from '../../shared/checks/rule-limits.ts';
import type { Input } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { annotationWriter } from '../store/database/annotation-rows.ts';
import { guarded } from '../store/database/store-error.ts';
import type { WritableStudy } from '../store/database/study.ts';
import type { SharedStudyFiles } from '../sync/writable-files.ts';
import { withWritableStudy } from '../sync/write-study.ts';
import { assertMirrored, type SyncHost } from '../vault/studies/sync-host.ts';
import { ownRules } from './own-rules.ts';

/** How many rules were added, and how many replaced one with the same id. */
export interface KeptRules {
  readonly added: number;
  readonly replaced: number;
}

/** Stores rules with a study, all of them or none. Throws USAGE, BUSY and the errors of opening the file. */
export async function keepRules(host: SyncHost, files: SharedStudyFiles, { study, rules }: Input<'checks.keep'>): Promise<KeptRules> {
  await assertMirrored(host, study, 'it has no checks');
  return files.write(study, (opened) => writeRules(opened, rules));
}

/** The same for a process that runs no sync. Throws the errors of `keepRules`. */
export async function keepRulesAlone(host: SyncHost, study: string, rules: readonly CheckRule[]): Promise<KeptRules> {
  await assertMirrored(host, study, 'it has no checks');
  return withWritableStudy(host, study, true, (opened) => writeRules(opened, rules));
}

function writeRules(study: WritableStudy, rules: readonly CheckRule[]): KeptRules {
  const twice = idOfTwo(rules);
  if (twice !== null) throw new AppError('USAGE', `Two checks have the id "${twice}". Nothing was changed.`);
  return guarded(`The cache of study ${study.study}`, () =>
    study.db
      .transaction((): KeptRules => {
        const marks = new Map(ownRules(study).map(({ mark, rule }) => [rule.id, mark]));
        const why = whyTooManyRules(new Set([...marks.keys(), ...rules.map(({ id }) => id)]).size);
        if (why !== null) throw new AppError('USAGE', `${why} Nothing was changed.`);
        const at = new Date().toISOString();
        const write = annotationWriter(study.db);
        for (const rule of rules) write({ kind: 'check-rule', name: marks.get(rule.id) ?? randomUUID(), value: JSON.stringify(rule), at });
        const replaced = rules.filter(({ id }) => marks.has(id)).length;
        return { added: rules.length - replaced, replaced };
      })
      .immediate(),
  );
}
