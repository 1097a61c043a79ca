import { limitsFor, type NumericTest, type TextTest } from './lab-tests.ts';
import { deviate, hash } from './random.ts';
import type { Subject } from './subjects.ts';

const LIVER_DAYS = 9;

/** A subject's value of a test on a treatment day, in the test's own unit; the same arguments give the same value. */
export function numericValue(test: NumericTest, testIndex: number, subject: Subject, day: number, noise: number): number {
  const own = deviate(hash(subject.seed, 200, testIndex)) * test.spread * 0.6;
  const typical = subject.sex === 'M' ? (test.typicalOfMen ?? test.typical) : test.typical;
  const usual = test.spread < 1 ? typical * Math.exp(own) : typical + own;
  const moved = influenced(test, usual, subject, day);
  const jitter = deviate(noise) * Math.min(test.spread, 1) * 0.3;
  return test.spread < 1 ? moved * Math.exp(jitter) : moved + jitter * 3;
}

function influenced(test: NumericTest, usual: number, subject: Subject, day: number): number {
  const upper = limitsFor(test, subject.sex).high ?? usual;
  switch (test.influence) {
    case 'transaminase':
      return towards(usual, upper * (subject.liver?.transaminases ?? 0), liverShare(subject, day));
    case 'bilirubin':
      return towards(usual, upper * (subject.liver?.bilirubin ?? 0), liverShare(subject, day));
    case 'phosphatase':
      return usual * (1 + 0.5 * liverShare(subject, day));
    case 'neutrophils':
      return usual * (1 - subject.marrow * marrowShare(day));
    case 'platelets':
      return usual * (1 - 0.7 * subject.marrow * marrowShare(day));
    case 'hemoglobin':
      return usual * (1 - Math.min(0.22, (0.04 * subject.marrow * Math.max(0, day)) / 21));
    case 'marker':
      return usual * (1 + (0.12 * (hash(subject.seed, 201) % 5) * Math.max(0, day)) / 84);
    case 'none':
      return usual;
  }
}

/** Alanine, aspartate transaminase and bilirubin rise and fall on the same days. */
function liverShare(subject: Subject, day: number): number {
  if (subject.liver === null) return 0;
  return Math.exp(-(((day - subject.liver.day) / LIVER_DAYS) ** 2));
}

/** Blood counts are lowest about twelve days after each dose. */
function marrowShare(day: number): number {
  return day <= 0 ? 0 : Math.exp(-((((day % 21) - 12) / 6) ** 2));
}

function towards(usual: number, peak: number, share: number): number {
  return usual + Math.max(0, peak - usual) * share;
}

/** A text result; a change moves on to the next of the possible results. */
export function textResult(test: TextTest, h: number, changes: number): string {
  const usual = h % 100 >= test.unusual;
  const index = (usual ? 0 : 1 + (hash(h) % Math.max(1, test.results.length - 1))) + changes;
  return test.results[index % test.results.length] ?? test.results[0];
}
