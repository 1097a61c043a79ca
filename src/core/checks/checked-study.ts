import type { CheckLine, FoundInCheck } from '../../shared/calls/checks.ts';
import type { Input, Output } from '../../shared/contract.ts';
import { perGeneration, type PerGeneration } from '../query/per-generation.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { ResultTally } from '../views/result-tally.ts';
import type { Finding } from './finding.ts';
import { readLookedAt, type LookedAt } from './looked-at.ts';
import { findAll } from './run-checks.ts';

/** What the checks found in a study, run once for each generation however many ask; marks "looked at" are read each time. */
export interface CheckedStudy {
  readonly summary: (question: Omit<Input<'checks.summary'>, 'study'>) => Promise<Output<'checks.summary'>>;
  readonly records: (question: Omit<Input<'checks.records'>, 'study'>) => Promise<Output<'checks.records'>>;
  /** All that was found of these subjects (null: of all), with when it was looked at. */
  readonly found: (subjects: readonly string[] | null) => Promise<readonly (Finding & Pick<FoundInCheck, 'looked'>)[]>;
}

export function checkedStudy(study: StudyReader, tally: PerGeneration<ResultTally>): CheckedStudy {
  const checked = perGeneration(study, () => findAll(study, tally));
  return {
    summary: ({ subjects }) =>
      checked.with((findings, generation) => ({ generation, checks: summarise(ofSubjects(findings, subjects), readLookedAt(study)) })),
    records: ({ check, dataset, subjects, limit }) =>
      checked.with((findings, generation) => {
        const looked = readLookedAt(study);
        const records = ofSubjects(findings, subjects)
          .filter((finding) => finding.check === check && finding.dataset === dataset)
          .map((finding) => ({ key: finding.key, subject: finding.subject, looked: looked(finding) }));
        const [open, done] = [records.filter((one) => one.looked === null), records.filter((one) => one.looked !== null)];
        return { generation, of: records.length, records: [...open, ...done].slice(0, limit) };
      }),
    found: (subjects) =>
      checked.with((findings) => {
        const looked = readLookedAt(study);
        return ofSubjects(findings, subjects).map((finding) => ({ ...finding, looked: looked(finding) }));
      }),
  };
}

function ofSubjects(findings: readonly Finding[], subjects: readonly string[] | null): readonly Finding[] {
  if (subjects === null) return findings;
  const asked = new Set(subjects);
  return findings.filter(({ subject }) => subject !== null && asked.has(subject));
}

function summarise(findings: readonly Finding[], looked: LookedAt): CheckLine[] {
  const lines = new Map<string, Pick<Finding, 'check' | 'dataset'> & { records: number; open: number; readonly subjects: Set<string> }>();
  for (const finding of findings) {
    const { check, dataset, subject } = finding;
    const line = lines.get(`${check} ${dataset}`) ?? { check, dataset, records: 0, open: 0, subjects: new Set<string>() };
    line.records++;
    if (looked(finding) === null) line.open++;
    if (subject !== null) line.subjects.add(subject);
    lines.set(`${check} ${dataset}`, line);
  }
  return [...lines.values()].map((line) => ({ ...line, subjects: line.subjects.size }));
}
