import type { CheckLine, FoundInCheck } from '../../shared/calls/checks.ts';
import type { CheckRule } from '../../shared/checks/check-rule.ts';
import { checkNames, dataChecks } from '../../shared/checks/data-checks.ts';
import type { Input, Output } from '../../shared/contract.ts';
import { noKeptAnswers, type KeptAnswers } from '../query/kept-on-disk/kept-answers.ts';
import { perGeneration, type PerGeneration } from '../query/per-generation.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { ResultTally } from '../views/result-tally.ts';
import type { Finding } from './finding.ts';
import { readLookedAt, type LookedAt } from './looked-at.ts';
import { ownRules, type RuleOutcome } from './own-rules.ts';
import { readOwners, type OwnerOf } from './owners.ts';
import { ruleDigest } from './rule-digest.ts';
import { ruleOutcomes } from './rule-outcomes.ts';
import { checksCode, findAll } from './run-checks.ts';

/** What a check says of itself, whoever wrote it. */
type CheckWords = Pick<CheckLine, 'title' | 'says' | 'severity' | 'source' | 'own' | 'rule'>;

/** A finding with what its check says of itself. */
export interface ToldFinding extends Finding, Pick<CheckLine, 'title' | 'severity' | 'source'>, Pick<FoundInCheck, 'looked'> {
  readonly owner: string | null;
}

/** What the checks found in a study, run once for each generation however many ask; what people say of it is read each time. */
export interface CheckedStudy {
  readonly summary: (question: Omit<Input<'checks.summary'>, 'study'>) => Promise<Output<'checks.summary'>>;
  readonly records: (question: Omit<Input<'checks.records'>, 'study'>) => Promise<Output<'checks.records'>>;
  /** All that was found of these subjects (null: of all), with when it was looked at, and the summary of these very findings. */
  readonly found: (subjects: readonly string[] | null) => Promise<Output<'checks.summary'> & { readonly findings: readonly ToldFinding[] }>;
}

/** What the built-in checks find, worked out once for each generation, or found on the disk. */
export function builtInFindings(
  study: StudyReader,
  tally: PerGeneration<ResultTally>,
  kept: KeptAnswers,
): PerGeneration<readonly Finding[]> {
  return perGeneration(study, () => kept.of(study, { name: 'checks', code: checksCode }, () => findAll(study, tally)));
}

interface CheckedStudyOptions {
  /** Rules that are run beside those that are built in and the study's own; of two with one id a given one counts. */
  readonly given?: readonly CheckRule[];
  readonly kept?: KeptAnswers;
}

export function checkedStudy(
  study: StudyReader,
  tally: PerGeneration<ResultTally>,
  { given = [], kept = noKeptAnswers }: CheckedStudyOptions = {},
): CheckedStudy {
  const builtIn = builtInFindings(study, tally, kept);
  const own = ruleOutcomes(study);
  const rulesNow = (): readonly AskedRule[] => [
    ...ownRules(study).filter(({ rule }) => !given.some(({ id }) => id === rule.id)),
    ...given.map((rule) => ({ mark: null, rule })),
  ];
  /** Reads in one snapshot with what the built-in checks found, and the rule of this id (null: all rules), which are run before it. */
  const ask = async <R>(id: string | null, read: (run: Run, generation: number) => R): Promise<R> => {
    for (;;) {
      const outcomes = await own.run(rulesNow().flatMap(({ rule }) => (id === null || rule.id === id ? [rule] : [])));
      const answer = await builtIn.with((found, generation) => {
        // Words are those of all rules; outcomes those of the ones that were asked.
        const all = rulesNow();
        const asked = all.filter(({ rule }) => id === null || rule.id === id);
        const ran = asked.flatMap(({ mark, rule }) => {
          const outcome = outcomes.generation === generation ? outcomes.of(rule) : undefined;
          return outcome === undefined ? [] : [{ mark, rule, outcome }];
        });
        // A sync flipped, or somebody wrote a rule meanwhile.
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
          .filter((finding) => finding.check === check && finding.dataset === dataset)
          .map((finding) => ({ key: finding.key, subject: finding.subject, looked: looked(finding) }));
        const [open, done] = [records.filter((one) => one.looked === null), records.filter((one) => one.looked !== null)];
        return { generation, of: records.length, records: [...open, ...done].slice(0, limit) };
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

/** A rule that is run; `mark`: the annotation that holds it, null for a given one. */
interface AskedRule {
  readonly mark: string | null;
  readonly rule: CheckRule;
}

/** What was found, and the rules of people with how each went. */
interface Run {
  readonly words: ReadonlyMap<string, CheckWords>;
  readonly rules: readonly (AskedRule & { readonly outcome: RuleOutcome })[];
  readonly findings: readonly Finding[];
  /** The digest of what a rule of somebody's own asks; null: the check is built in. */
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
    if (finding.subject !== null) line.subjects.add(finding.subject);
  }
  return [...lines.values()].map((line) => ({
    ...line,
    ...(run.words.get(line.check) ?? unknown(line.check)),
    owner: owner(line),
    subjects: line.subjects.size,
  }));
}
