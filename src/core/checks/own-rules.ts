import type { CheckRule } from '../../shared/checks/check-rule.ts';
import { mostFoundByRule } from '../../shared/checks/rule-limits.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import type { Input, Output } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { listAnnotations } from '../annotations/list-annotations.ts';
import { findColumn, sqlName, subjectColumn } from '../query/columns.ts';
import { compileSelection } from '../query/compile.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable } from '../store/layout.ts';
import type { Finding, FoundRecord } from './finding.ts';
import { tryExamples } from './try-rule.ts';

/** A rule that somebody wrote for a study, and the annotation that holds it. */
export interface OwnRule {
  readonly mark: string;
  readonly rule: CheckRule;
}

/** The rules that people wrote for the study, by their titles; of several with one id the newest. */
export function ownRules(study: StudyReader): readonly OwnRule[] {
  const byId = new Map<string, OwnRule>();
  for (const { id, annotation } of listAnnotations(study, 'check-rule'))
    if (annotation.kind === 'check-rule' && !byId.has(annotation.value.id))
      byId.set(annotation.value.id, { mark: id, rule: annotation.value });
  return [...byId.values()].sort((left, right) => (left.rule.title < right.rule.title ? -1 : 1));
}

/** What a rule found, or why it was not run. */
export type RuleOutcome = { readonly found: readonly Finding[] } | { readonly why: string };

/** The records that meet a rule's conditions. Belongs inside a snapshot. */
export function findByRule({ db }: StudyReader, { id, dataset: name, where }: Pick<CheckRule, 'id' | 'dataset' | 'where'>): RuleOutcome {
  const dataset = datasets[name];
  try {
    const { text, values } = compileSelection(dataset, { dataset: name, where: [...where], search: '', subjects: null, chosen: null });
    const records = db
      .prepare<unknown[], FoundRecord>(
        `SELECT ${sqlName(findColumn(dataset, dataset.key))} AS key, ${sqlName(subjectColumn(dataset))} AS subject
         FROM ${quoted(rowTable(name))} WHERE ${text} LIMIT ?`,
      )
      .all(...values, mostFoundByRule + 1);
    if (records.length > mostFoundByRule)
      return { why: `It finds more than ${mostFoundByRule.toLocaleString('en-US')} records, which tells nothing. Narrow it.` };
    return { found: records.map(({ key, subject }) => ({ check: id, dataset: name, key, subject })) };
  } catch (error: unknown) {
    if (error instanceof AppError && error.code === 'USAGE') return { why: error.message };
    throw error;
  }
}

/** A rule that is being written, asked of the study's records and of its own examples. */
export function tryRule(study: StudyReader, rule: Input<'checks.try'>['rule']): Output<'checks.try'> {
  try {
    const failed = tryExamples(rule);
    const placesOf = (kind: 'finds' | 'leaves'): number[] => failed.flatMap(({ of, at }) => (of === kind ? [at] : []));
    const outcome = inSnapshot(study, () => findByRule(study, { ...rule, id: '' }));
    return {
      ...{ finds: placesOf('finds'), leaves: placesOf('leaves') },
      ...('found' in outcome ? { records: outcome.found.length, why: null } : { records: 0, why: outcome.why }),
    };
  } catch (error: unknown) {
    if (error instanceof AppError && error.code === 'USAGE') return { records: 0, finds: [], leaves: [], why: error.message };
    throw error;
  }
}
