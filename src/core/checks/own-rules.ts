import type { CheckRule } from '../../shared/checks/check-rule.ts';
import { compareTexts } from '../../shared/compare-texts.ts';
import { mostFoundByRule } from '../../shared/checks/rule-limits.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import type { Input, Output } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { listAnnotations } from '../annotations/list-annotations.ts';
import { findColumn, sqlName, subjectColumn } from '../query/columns.ts';
import { compileSelection } from '../query/compile.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import type { Finding, FoundRecord } from './finding.ts';
import { tryExamples } from './try-rule.ts';
import { formatCount } from '../../shared/format-count.ts';
import { readNumber } from '../store/database/read-number.ts';

/** A rule that a user wrote for a study, and the annotation that holds it. */
export interface OwnRule {
  readonly mark: string;
  readonly rule: CheckRule;
}

/** Returns the rules that people wrote for the study, by title; of several with one id, the newest. */
export function ownRules(study: StudyReader): readonly OwnRule[] {
  const byId = new Map<string, OwnRule>();
  for (const { id, annotation } of listAnnotations(study, 'check-rule'))
    if (annotation.kind === 'check-rule' && !byId.has(annotation.value.id))
      byId.set(annotation.value.id, { mark: id, rule: annotation.value });
  return [...byId.values()].sort((left, right) => compareTexts(left.rule.title, right.rule.title));
}

/** What a rule found, or why it was not run. */
export type RuleOutcome = { readonly found: readonly Finding[] } | { readonly why: string };

/** Finds the records that meet a rule's conditions. Call inside a snapshot. */
export function findByRule(study: StudyReader, rule: Pick<CheckRule, 'id' | 'dataset' | 'where'>): RuleOutcome {
  const { id, dataset: name } = rule;
  const dataset = datasets[name];
  return orWhy(() => {
    const columns = `${sqlName(findColumn(dataset, dataset.key))} AS key, ${sqlName(subjectColumn(dataset))} AS subject`;
    const { text, values } = statementOf(rule, columns);
    const records = study.db.prepare<unknown[], FoundRecord>(text).all(...values);
    if (records.length > mostFoundByRule) return tooMany;
    return { found: records.map(({ key, subject }) => ({ check: id, dataset: name, key, subject })) };
  });
}

/** Counts these records. Call inside a snapshot. */
function countByRule(
  study: StudyReader,
  rule: Pick<CheckRule, 'dataset' | 'where'>,
): { readonly records: number } | { readonly why: string } {
  return orWhy(() => {
    const { text, values } = statementOf(rule, '1');
    const records = readNumber(study.db, `SELECT count(*) FROM (${text})`, ...values);
    return records > mostFoundByRule ? tooMany : { records };
  });
}

const tooMany = { why: `It finds more than ${formatCount(mostFoundByRule)} records, too many to be useful. Narrow it.` };

/** Limited to one record more than a rule may find. */
function statementOf(
  { dataset: name, where }: Pick<CheckRule, 'dataset' | 'where'>,
  columns: string,
): { readonly text: string; readonly values: readonly unknown[] } {
  const { text, values } = compileSelection(datasets[name], { dataset: name, where: [...where], search: '', subjects: null, chosen: null });
  return { text: `SELECT ${columns} FROM ${quoted(rowTable(name))} WHERE ${text} LIMIT ?`, values: [...values, mostFoundByRule + 1] };
}

function orWhy<T>(run: () => T): T | { readonly why: string } {
  try {
    return run();
  } catch (error: unknown) {
    if (error instanceof AppError && error.code === 'USAGE') return { why: error.message };
    throw error;
  }
}

/** Tests a rule that is being written on the study's records and on its own examples. */
export function tryRule(study: StudyReader, rule: Input<'checks.try'>['rule']): Output<'checks.try'> {
  const tried = orWhy(() => {
    const failed = tryExamples(rule);
    const placesOf = (kind: 'finds' | 'leaves'): number[] => failed.flatMap(({ of, at }) => (of === kind ? [at] : []));
    const outcome = inSnapshot(study, () => countByRule(study, rule));
    return {
      finds: placesOf('finds'),
      leaves: placesOf('leaves'),
      ...('records' in outcome ? { records: outcome.records, why: null } : { records: 0, why: outcome.why }),
    };
  });
  return 'finds' in tried ? tried : { records: 0, finds: [], leaves: [], why: tried.why };
}
