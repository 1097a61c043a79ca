import type { CheckLine, FoundInCheck } from '../../shared/calls/checks.ts';
import type { CheckRule } from '../../shared/checks/check-rule.ts';
import { checkNames, dataChecks } from '../../shared/checks/data-checks.ts';
import type { Input, Output } from '../../shared/contract.ts';
import { createLruCache } from '../query/lru-cache.ts';
import { perGeneration, type PerGeneration } from '../query/per-generation.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { ResultTally } from '../views/result-tally.ts';
import type { Finding } from './finding.ts';
import { readLookedAt, type LookedAt } from './looked-at.ts';
import { findByRule, ownRules, type RuleOutcome } from './own-rules.ts';
import { readOwners, type OwnerOf } from './owners.ts';
import { findAll } from './run-checks.ts';

/** What a check says of itself, whoever wrote it. */
type CheckWords = Pick<CheckLine, 'title' | 'says' | 'severity' | 'source' | 'own'>;

/** A finding with what its check says of itself. */
export interface ToldFinding extends Finding, Pick<CheckLine, 'title' | 'severity' | 'source'>, Pick<FoundInCheck, 'looked'> {
  readonly owner: string | null;
}

/** What the checks found in a study, run once for each generation however many ask; what people say of it is read each time. */
export interface CheckedStudy {
  readonly summary: (question: Omit<Input<'checks.summary'>, 'study'>) => Promise<Output<'checks.summary'>>;
  readonly records: (question: Omit<Input<'checks.records'>, 'study'>) => Promise<Output<'checks.records'>>;
  /** All that was found of these subjects (null: of all), with when it was looked at. */
  readonly found: (subjects: readonly string[] | null) => Promise<readonly ToldFinding[]>;
}

/** Outcomes of rules that are remembered. */
const mostOutcomes = 64;

/** `given`: rules that are run beside those that are built in and the study's own; of two with one id a given one counts. */
export function checkedStudy(study: StudyReader, tally: PerGeneration<ResultTally>, given: readonly CheckRule[] = []): CheckedStudy {
  const builtIn = perGeneration(study, () => findAll(study, tally));
  const outcomes = createLruCache<RuleOutcome>(mostOutcomes);
  const outcomeOf = (rule: CheckRule, generation: number): RuleOutcome => {
    const { id, dataset, where } = rule;
    const asked = JSON.stringify([generation, id, dataset, where]);
    const known = outcomes.get(asked) ?? findByRule(study, rule);
    outcomes.set(asked, known);
    return known;
  };
  const runAll = (found: readonly Finding[], generation: number): Run => {
    const own = ownRules(study).filter(({ rule }) => !given.some(({ id }) => id === rule.id));
    const all = [...own, ...given.map((rule) => ({ mark: null, rule }))].map(({ mark, rule }) => ({
      ...{ mark, rule, outcome: outcomeOf(rule, generation) },
    }));
    const words = new Map<string, CheckWords>(checkNames.map((name) => [name, wordsOf(dataChecks[name], null)]));
    for (const { mark, rule } of all) words.set(rule.id, wordsOf(rule, mark));
    return { words, rules: all, findings: [...found, ...all.flatMap(({ outcome }) => ('found' in outcome ? outcome.found : []))] };
  };
  return {
    summary: ({ subjects }) =>
      builtIn.with((found, generation) => {
        const run = runAll(found, generation);
        return { generation, checks: summarise(run, subjects, readLookedAt(study), readOwners(study)), notRun: notRunOf(run) };
      }),
    records: ({ check, dataset, subjects, limit }) =>
      builtIn.with((found, generation) => {
        const looked = readLookedAt(study);
        const records = ofSubjects(runAll(found, generation).findings, subjects)
          .filter((finding) => finding.check === check && finding.dataset === dataset)
          .map((finding) => ({ key: finding.key, subject: finding.subject, looked: looked(finding) }));
        const [open, done] = [records.filter((one) => one.looked === null), records.filter((one) => one.looked !== null)];
        return { generation, of: records.length, records: [...open, ...done].slice(0, limit) };
      }),
    found: (subjects) =>
      builtIn.with((found, generation) => {
        const { findings, words } = runAll(found, generation);
        const [looked, owner] = [readLookedAt(study), readOwners(study)];
        return ofSubjects(findings, subjects).map((finding) => {
          const { title, severity, source } = words.get(finding.check) ?? unknown(finding.check);
          return { ...finding, title, severity, source, owner: owner(finding)?.name ?? null, looked: looked(finding) };
        });
      }),
  };
}

/** What was found, and the rules of people with how each went. */
interface Run {
  readonly words: ReadonlyMap<string, CheckWords>;
  readonly rules: readonly { readonly mark: string | null; readonly rule: CheckRule; readonly outcome: RuleOutcome }[];
  readonly findings: readonly Finding[];
}

function wordsOf(
  { title, says, severity, source = '' }: Pick<CheckRule, 'title' | 'says' | 'severity'> & { readonly source?: string },
  own: string | null,
): CheckWords {
  return { title, says, severity, source, own };
}

/** No check finds anything that was not declared: this is for the compiler. */
function unknown(check: string): never {
  throw new TypeError(`There is no check "${check}".`);
}

function ofSubjects(findings: readonly Finding[], subjects: readonly string[] | null): readonly Finding[] {
  if (subjects === null) return findings;
  const asked = new Set(subjects);
  return findings.filter(({ subject }) => subject !== null && asked.has(subject));
}

function notRunOf({ rules }: Run): Output<'checks.summary'>['notRun'] {
  return rules.flatMap(({ mark, rule, outcome }) =>
    'found' in outcome ? [] : [{ check: rule.id, dataset: rule.dataset, title: rule.title, own: mark, why: outcome.why }],
  );
}

function summarise(run: Run, subjects: readonly string[] | null, looked: LookedAt, owner: OwnerOf): CheckLine[] {
  const lines = new Map<string, Pick<Finding, 'check' | 'dataset'> & { records: number; open: number; readonly subjects: Set<string> }>();
  const lineOf = ({ check, dataset }: Pick<Finding, 'check' | 'dataset'>): NonNullable<ReturnType<typeof lines.get>> => {
    const place = `${check} ${dataset}`;
    const line = lines.get(place) ?? { check, dataset, records: 0, open: 0, subjects: new Set<string>() };
    lines.set(place, line);
    return line;
  };
  for (const { rule, outcome } of run.rules) if ('found' in outcome) lineOf({ check: rule.id, dataset: rule.dataset });
  for (const finding of ofSubjects(run.findings, subjects)) {
    const line = lineOf(finding);
    line.records++;
    if (looked(finding) === null) line.open++;
    if (finding.subject !== null) line.subjects.add(finding.subject);
  }
  return [...lines.values()].map((line) => ({
    ...line,
    ...(run.words.get(line.check) ?? unknown(line.check)),
    owner: owner(line),
    subjects: line.subjects.size,
  }));
}
