import { digits, type RawJson } from '../json.ts';
import { VITAL_CODE_SYSTEM, VITAL_UNIT_SYSTEM } from '../structure.ts';
import { fromBlocks, type Block, type Dataset, type RecordText } from './dataset.ts';
import { observationCode, VITAL_SIGNS, writeObservation, type ObservationValue } from './observation.ts';
import { guid, hash } from './random.ts';
import { editedBlock, planEdits } from './revisions.ts';
import type { StudyData } from './study-data.ts';
import type { Subject } from './subjects.ts';
import type { Visit } from './visits.ts';
import { VITAL_ITEMS, type VitalItem, type VitalReading } from './vital-items.ts';

const VITALS_SALT = 0x71ca;
const MISSING_IN = 150;
const MINUTES_BEFORE_BLOOD = 25;
const MINUTES_A_DAY = 1440;

/** The vital signs of a study: every item of a visit is taken at the same minute. */
export function buildVitals(study: StudyData): Dataset {
  const visits = study.roster.subjects
    .filter((subject) => subject.scope !== 'none')
    .flatMap((subject) => subject.visits.map((visit) => measured(subject, visit)));
  const base = visits.filter(({ visit }) => visit.since === 0);
  const edits = planEdits(
    base.map(({ items }) => items.length),
    hash(study.seed, VITALS_SALT),
    study.revision,
  );
  const codes = new Map(VITAL_ITEMS.map((item) => [item, observationCode(VITAL_CODE_SYSTEM, item.code, item.name)]));
  let baseIndex = 0;
  return fromBlocks(
    visits.map((one): Block => {
      const edit = one.visit.since === 0 ? edits.get(baseIndex++) : undefined;
      return editedBlock(one.items.length, edit, (slot, changes) => writeVital(study, one, slot, changes, codes));
    }),
  );
}

interface Measured {
  readonly subject: Subject;
  readonly visit: Visit;
  readonly items: readonly VitalItem[];
}

function measured(subject: Subject, visit: Visit): Measured {
  return { subject, visit, items: VITAL_ITEMS.filter((item) => item.at(visit.kind, subject)) };
}

function writeVital(study: StudyData, one: Measured, slot: number, changes: number, codes: ReadonlyMap<VitalItem, RawJson>): RecordText {
  const { subject, visit } = one;
  const item = one.items[slot];
  const code = item === undefined ? undefined : codes.get(item);
  if (item === undefined || code === undefined) throw new RangeError('There is no vital sign with that index.');
  const visitNoise = hash(subject.seed, VITALS_SALT, visit.key);
  const noise = hash(visitNoise, slot);
  const at = visit.at - MINUTES_BEFORE_BLOOD;
  return writeObservation(study, {
    id: guid(study.seed ^ VITALS_SALT, subject.rank, visit.key * 0x100000 + slot),
    category: VITAL_SIGNS,
    code,
    subject,
    visit: visit.label,
    at,
    // Entered into the research data warehouse one to three days later (spec 2.3).
    issuedAt: at + MINUTES_A_DAY + (noise % (2 * MINUTES_A_DAY)),
    value: vitalValue(item.read(subject, visit.day, visitNoise), noise % MISSING_IN === 0, changes),
  });
}

function vitalValue(reading: VitalReading, missing: boolean, changes: number): ObservationValue {
  if (reading.kind === 'text') return { valueString: changes === 0 ? reading.text : `${reading.text} (corrected ${changes})` };
  const { value, decimals, unit } = reading;
  if (missing && changes === 0) return { valueQuantity: { unit, system: VITAL_UNIT_SYSTEM } };
  const correction = changes * 2 * 10 ** -decimals;
  const written = digits(unit === '%' ? value - correction : value + correction, decimals);
  return { valueQuantity: { value: written, unit, system: VITAL_UNIT_SYSTEM } };
}
