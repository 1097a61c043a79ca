import { digits, fragment, type RawJson } from '../json.ts';
import { LAB_CODE_SYSTEM } from '../structure.ts';
import { fromBlocks, type Block, type Dataset, type RecordText } from './dataset.ts';
import { rangeText, reporting } from './lab-ranges.ts';
import { LAB_TESTS, type LabTest, type NumericTest } from './lab-tests.ts';
import { numericValue, textResult } from './lab-values.ts';
import { LABORATORY, observationCode, writeObservation, type ObservationValue } from './observation.ts';
import { guid, hash } from './random.ts';
import { editedBlock, planEdits } from './revisions.ts';
import type { StudyData } from './study-data.ts';
import type { Subject } from './subjects.ts';
import type { Visit, VisitKind } from './visits.ts';

/** How many of the tests, in the order of `LAB_TESTS`, each kind of visit takes. */
const PANEL: { readonly [kind in VisitKind]: number } = {
  screening: 32,
  first: 24,
  safety: 12,
  cycle: 19,
  end: 24,
  unscheduled: 11,
};

const LABS_SALT = 0x1ab5;
const MISSING_IN = 90;

/** The laboratory results of a study: subject by subject, visit by visit. */
export function buildLabs(study: StudyData): Dataset {
  const draws = study.roster.subjects
    .filter((subject) => subject.scope === 'all')
    .flatMap((subject) => subject.visits.map((visit): Draw => ({ subject, visit })));
  const base = draws.filter(({ visit }) => visit.since === 0);
  const once = base.reduce((sum, draw) => sum + panelSize(study, draw), 0);
  const samples = once === 0 ? 1 : Math.max(1, Math.ceil(study.labs / once));
  const edits = planEdits(
    base.map((draw) => panelSize(study, draw) * samples),
    hash(study.seed, LABS_SALT),
    study.revision,
  );
  const wording = wordings();
  let baseIndex = 0;
  return fromBlocks(
    draws.map((draw): Block => {
      const edit = draw.visit.since === 0 ? edits.get(baseIndex++) : undefined;
      const panel = panelSize(study, draw);
      return editedBlock(panel * samples, edit, (slot, changes) => writeLab(study, draw, { slot, panel, samples, changes }, wording));
    }),
  );
}

interface Draw {
  readonly subject: Subject;
  readonly visit: Visit;
}

/** Which result of a draw: `slot` counts the tests of the first sample, then of the second, … */
interface Result {
  readonly slot: number;
  readonly panel: number;
  readonly samples: number;
  readonly changes: number;
}

function panelSize(study: StudyData, draw: Draw): number {
  return Math.min(PANEL[draw.visit.kind], study.profile.tests);
}

function writeLab(study: StudyData, draw: Draw, result: Result, wording: Wordings): RecordText {
  const { subject, visit } = draw;
  const testIndex = result.slot % result.panel;
  const test = LAB_TESTS[testIndex] ?? LAB_TESTS[0];
  if (test === undefined) throw new RangeError('The list of laboratory tests is empty.');
  const key = visit.key * 0x100000 + result.slot;
  const noise = hash(subject.seed, LABS_SALT, key);
  const at = visit.at + Math.floor(result.slot / result.panel) * sampleMinutes(result.samples);
  return writeObservation(study, {
    id: guid(study.seed ^ LABS_SALT, subject.rank, key),
    category: LABORATORY,
    subject,
    visit: visit.label,
    at,
    issuedAt: at,
    value: labValue(test, testIndex, draw, noise, result.changes),
    ...wording(test, subject),
  });
}

/** Serial samples of one visit are taken within half a day. */
function sampleMinutes(samples: number): number {
  return Math.max(1, Math.min(60, Math.floor(720 / samples)));
}

function labValue(test: LabTest, testIndex: number, draw: Draw, noise: number, changes: number): ObservationValue {
  const missing = noise % MISSING_IN === 0 && changes === 0;
  if (test.kind === 'text') return missing ? {} : { valueString: textResult(test, noise >>> 3, changes) };
  const { unit, decimals, factor } = reporting(test, draw.subject.site);
  // One missing result in two keeps its unit: both shapes occur.
  if (missing) return noise % (2 * MISSING_IN) === 0 ? { valueQuantity: { unit } } : {};
  const value = factor * numericValue(test, testIndex, draw.subject, draw.visit.day, noise) + changes * 3 * 10 ** -decimals;
  const censored = censoredText(test, value, factor);
  if (censored !== null && changes === 0) return { valueString: censored };
  return { valueQuantity: { value: digits(Math.max(value, lowest(test)), decimals), unit } };
}

function censoredText(test: NumericTest, value: number, factor: number): string | null {
  if (test.quantified === undefined || value >= test.quantified * factor) return null;
  return `<${test.quantified}`;
}

function lowest(test: NumericTest): number {
  return test.typical < test.spread ? -Infinity : 0;
}

type Wordings = (test: LabTest, subject: Subject) => { readonly code: RawJson; readonly referenceRange: RawJson | undefined };

/** Code and range of a test depend on the site and the sex only: they are written once and cached. */
function wordings(): Wordings {
  const known = new Map<object, Map<string, ReturnType<Wordings>>>();
  return (test, subject) => {
    const ofSite = known.get(subject.site) ?? new Map<string, ReturnType<Wordings>>();
    known.set(subject.site, ofSite);
    const key = subject.sex + test.name;
    const found = ofSite.get(key) ?? wordingOf(test, subject);
    ofSite.set(key, found);
    return found;
  };
}

function wordingOf(test: LabTest, subject: Subject): ReturnType<Wordings> {
  const text = rangeText(test, subject.site, subject.sex);
  return {
    code: observationCode(LAB_CODE_SYSTEM, test.code, test.name),
    referenceRange: text === undefined ? undefined : fragment([{ text }]),
  };
}
