import { createHash } from 'node:crypto';
import type { CheckLine, FoundInCheck } from '../../shared/calls/checks.ts';
import type { CheckRule } from '../../shared/checks/check-rule.ts';
import { checkNames, dataChecks } from '../../shared/checks/data-checks.ts';
import type { Input, Output } from '../../shared/contract.ts';
import { noCachedAnswers, type CachedAnswers } from '../query/cached-on-disk/cached-answers.ts';
import type { Pause } from '../query/pause.ts';
import { perGeneration, type PerGeneration } from '../query/per-generation.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { ResultTally } from '../views/result-tally.ts';
import type { Finding } from './finding.ts';
import { readLookedAt, type LookedAt } from './looked-at.ts';
import { ownRules, type RuleOutcome } from './own-rules.ts';
import { readOwners, type OwnerOf } from './owners.ts';
import { ruleOutcomes } from './rule-outcomes.ts';
import { checksCode, findAll } from './run-checks.ts';

/** A check's own description, whoever wrote it. */
type CheckWords = Pick<CheckLine, 'title' | 'says' | 'severity' | 'source' | 'own' | 'rule'>;

/** A finding with the description of its check. */
export interface ReportedFinding extends Finding, Pick<CheckLine, 'title' | 'severity' | 'source'>, Pick<FoundInCheck, 'looked'> {
  readonly owner: string | null;
}

/**
 * What the checks found in a study. Checks are run once per generation, however many callers ask; people's marks on the findings are read
 * each time.
 */
export interface CheckedStudy {
  readonly summary: (question: Omit<Input<'checks.summary'>, 'study'>) => Promise<Output<'checks.summary'>>;
  readonly records: (question: Omit<Input<'checks.records'>, 'study'>) => Promise<Output<'checks.records'>>;
  readonly subjects: (question: Omit<Input<'checks.subjects'>, 'study'>) => Promise<Output<'checks.subjects'>>;
  /** Returns all findings for these subjects (null: all), with when each was looked at, and the summary of exactly these findings. */
  readonly found: (
    subjects: readonly string[] | null,
  ) => Promise<Output<'checks.summary'> & { readonly findings: readonly ReportedFinding[] }>;
}

/** The findings of the built-in checks, computed once per generation or read from disk. */
export function builtInFindings(
  study: StudyReader,
  tally: PerGeneration<ResultTally>,
  cachedAnswers: CachedAnswers,
  pause?: Pause,
): PerGeneration<readonly Finding[]> {
  return perGeneration(study, () => cachedAnswers.of(study, { name: 'checks', code: checksCode }, () => findAll(study, tally, pause)));
}

interface CheckedStudyOptions {
  /** Rules that are run in addition to the built-in checks and the study's own rules; they replace own rules with the same id. */
  readonly given?: readonly CheckRule[];
  readonly cachedAnswers?: CachedAnswers;
  readonly pause?: Pause;
}

export function checkedStudy(
  study: StudyReader,
  tally: PerGeneration<ResultTally>,
  { given = [], cachedAnswers = noCachedAnswers, pause }: CheckedStudyOptions = {},
): CheckedStudy {
  const builtIn = builtInFindings(study, tally, cachedAnswers, pause);
  const own = ruleOutcomes(study, { pause });
  const rulesNow = (): readonly AskedRule[] => [
    ...ownRules(study).filter(({ rule }) => !given.some(({ id }) => id === rule.id)),
    ...given.map((rule) => ({ mark: null, rule })),
  ];
  /** Reads in one snapshot with the findings of the built-in checks, and of the rule with this id (null: all rules), which is run first. */
  const ask = async <R>(id: string | null, read: (run: Run, generation: number) => R): Promise<R> => {
    for (;;) {
      const outcomes = await own.run(rulesNow().flatMap(({ rule }) => (id === null || rule.id === id ? [rule] : [])));
      const answer = await builtIn.with((found, generation) => {
        // Descriptions are those of all rules; outcomes only those of the requested ones.
        const all = rulesNow();
        const asked = all.filter(({ rule }) => id === null || rule.id === id);
        const ran = asked.flatMap(({ mark, rule }) => {
          const outcome = outcomes.generation === generation ? outcomes.of(rule) : undefined;
          return outcome === undefined ? [] : [{ mark, rule, outcome }];
        });
        // A sync flipped, or a rule was written meanwhile.
        if (ran.length < asked.length) return null;
        return { of: read(runOf(found, all, ran), generation) };
      });
      if (answer !== null) return answer.of;
    }
  };
  return {
    summary: ({ subjects }) =>
      ask(null, (run, generation) => {
        const looked = readLookedAt(study, run.ruleOf);
        return { generation, checks: summarise(run, ofSubjects(run.findings, subjects), looked, readOwners(study)), notRun: notRunOf(run) };
      }),
    records: ({ check, dataset, subjects, limit }) =>
      ask(check, (run, generation) => {
        const looked = readLookedAt(study, run.ruleOf);
        const records = ofSubjects(run.findings, subjects)
          .filter(isOf(check, dataset))
          .map((finding) => ({ key: finding.key, subject: finding.subject, looked: looked(finding) }));
        const [open, done] = [records.filter((one) => one.looked === null), records.filter((one) => one.looked !== null)];
        return { generation, of: records.length, records: [...open, ...done].slice(0, limit) };
      }),
    subjects: ({ check, dataset, subjects }) =>
      ask(check, (run, generation) => {
        const named = ofSubjects(run.findings, subjects).filter(isOf(check, dataset));
        return {
          generation,
          subjects: [...new Set(named.flatMap(({ subject }) => (subject === null || subject === '' ? [] : [subject])))],
        };
      }),
    found: (subjects) =>
      ask(null, (run, generation) => {
        const [looked, owner] = [readLookedAt(study, run.ruleOf), readOwners(study)];
        const findings = ofSubjects(run.findings, subjects);
        return {
          ...{ generation, checks: summarise(run, findings, looked, owner), notRun: notRunOf(run) },
          findings: findings.map((finding) => {
            const { title, severity, source } = run.words.get(finding.check) ?? unknown(finding.check);
            return { ...finding, title, severity, source, owner: owner(finding)?.name ?? null, looked: looked(finding) };
          }),
        };
      }),
  };
}

/** A rule to run; `mark`: the annotation that holds it, null for a given one. */
interface AskedRule {
  readonly mark: string | null;
  readonly rule: CheckRule;
}

/** What was found, and people's own rules with their outcomes. */
interface Run {
  readonly words: ReadonlyMap<string, CheckWords>;
  readonly rules: readonly (AskedRule & { readonly outcome: RuleOutcome })[];
  readonly findings: readonly Finding[];
  /** Returns the digest of what an own rule asks; null for a built-in check. */
  readonly ruleOf: (check: string) => string | null;
}

function runOf(found: readonly Finding[], all: readonly AskedRule[], rules: Run['rules']): Run {
  const words = new Map<string, CheckWords>(checkNames.map((name) => [name, wordsOf(dataChecks[name], null, null)]));
  for (const { mark, rule } of all) words.set(rule.id, wordsOf(rule, mark, ruleDigest(rule)));
  const findings = [...found, ...rules.flatMap(({ outcome }) => ('found' in outcome ? outcome.found : []))];
  return { words, rules, findings, ruleOf: (check) => words.get(check)?.rule ?? null };
}

function wordsOf(
  { title, says, severity, source = '' }: Pick<CheckRule, 'title' | 'says' | 'severity'> & { readonly source?: string },
  own: string | null,
  rule: string | null,
): CheckWords {
  return { title, says, severity, source, own, rule };
}

/** Every finding belongs to a declared check; this satisfies the compiler. */
function unknown(check: string): never {
  throw new TypeError(`There is no check "${check}".`);
}

function ofSubjects(findings: readonly Finding[], subjects: readonly string[] | null): readonly Finding[] {
  if (subjects === null) return findings;
  const asked = new Set(subjects);
  return findings.filter(({ subject }) => subject !== null && asked.has(subject));
}

function isOf(check: string, dataset: Finding['dataset']): (finding: Finding) => boolean {
  return (finding) => finding.check === check && finding.dataset === dataset;
}

function notRunOf({ rules }: Run): Output<'checks.summary'>['notRun'] {
  return rules.flatMap(({ mark, rule, outcome }) =>
    'found' in outcome ? [] : [{ check: rule.id, dataset: rule.dataset, title: rule.title, own: mark, why: outcome.why }],
  );
}

function summarise(run: Run, findings: readonly Finding[], looked: LookedAt, owner: OwnerOf): CheckLine[] {
  const lines = new Map<string, Pick<Finding, 'check' | 'dataset'> & { records: number; open: number; readonly subjects: Set<string> }>();
  const lineOf = ({ check, dataset }: Pick<Finding, 'check' | 'dataset'>): NonNullable<ReturnType<typeof lines.get>> => {
    const place = `${check} ${dataset}`;
    const line = lines.get(place) ?? { check, dataset, records: 0, open: 0, subjects: new Set<string>() };
    lines.set(place, line);
    return line;
  };
  for (const { rule, outcome } of run.rules) if ('found' in outcome) lineOf({ check: rule.id, dataset: rule.dataset });
  for (const finding of findings) {
    const line = lineOf(finding);
    line.records++;
    if (looked(finding) === null) line.open++;
    if (finding.subject !== null && finding.subject !== '') line.subjects.add(finding.subject);
  }
  return [...lines.values()].map((line) => ({
    ...line,
    ...(run.words.get(line.check) ?? unknown(line.check)),
    owner: owner(line),
    subjects: line.subjects.size,
  }));
}

/**
 * Returns a digest of what a rule asks, regardless of its name and the order of its fields; another dataset or other conditions have
 * another digest.
 */
function ruleDigest({ dataset, where }: Pick<CheckRule, 'dataset' | 'where'>): string {
  const asked = [dataset, where.map(({ column, op, values }) => [column, op, values])];
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}
