import { digits, writeJson, type Json, type JsonObject } from '../json.ts';
import { RXNORM_SYSTEM, structure, STRUCTURE_BASE } from '../structure.ts';
import { CUT_OFF_DAY, LAST_DAY, localText, moment } from './calendar.ts';
import { fromBlocks, type Block, type Dataset, type RecordText } from './dataset.ts';
import { DRUGS, DRUG_SOURCES, OMOP_RULES, type Drug } from './drugs.ts';
import { between, guid, hash, pick } from './random.ts';
import { editedBlock, planEdits } from './revisions.ts';
import type { StudyData } from './study-data.ts';
import type { Subject } from './subjects.ts';

const MEDICATIONS_SALT = 0x3ed5;
/** Numbers from here on are exposures that a revision brought. */
const FIRST_REVISION_KEY = 0x10000;
const MINUTES_A_DAY = 1440;
const FIRST_RECORD_ID = 8_800_000;

/** The drug exposures of a study; they are not tied to visits (spec 1.5). */
export function buildMedications(study: StudyData): Dataset {
  const exposures = study.roster.subjects.filter((subject) => subject.scope !== 'none').map((subject) => exposuresOf(study, subject));
  const base = exposures.filter(({ subject }) => subject.since === 0);
  const edits = planEdits(
    base.map(({ count }) => count),
    hash(study.seed, MEDICATIONS_SALT),
    study.revision,
  );
  let baseIndex = 0;
  const blocks = exposures.flatMap((one): Block[] => {
    const edit = one.subject.since === 0 ? edits.get(baseIndex++) : undefined;
    const write = (key: number, changes: number): RecordText => writeExposure(study, one.subject, key, changes);
    const own = editedBlock(one.count, edit, write);
    const added = one.added.map((key): Block => ({ size: 1, record: () => write(key, 0) }));
    return [own, ...added];
  });
  return fromBlocks(blocks);
}

interface Exposures {
  readonly subject: Subject;
  readonly count: number;
  readonly added: readonly number[];
}

function exposuresOf(study: StudyData, subject: Subject): Exposures {
  const added: number[] = [];
  for (let k = subject.since + 1; k <= study.revision; k++) {
    if (hash(subject.seed, 95, k) % 16 === 0) added.push(FIRST_REVISION_KEY + k);
  }
  return { subject, count: subject.since > 0 ? 3 : between(hash(subject.seed, 96), 6, 34), added };
}

function writeExposure(study: StudyData, subject: Subject, key: number, changes: number): RecordText {
  const h = hash(subject.seed, MEDICATIONS_SALT, key);
  const drug = pick(h, DRUGS);
  const id = guid(study.seed ^ MEDICATIONS_SALT, subject.rank, key);
  const resource: Json = {
    resourceType: 'MedicationStatement',
    id,
    extension: [
      { url: structure('IDB.Protocol'), valueCode: study.profile.number },
      { url: structure('SponsorID'), valueCode: study.profile.sponsor },
      { url: structure('MetadataRuleDef'), valueCode: rulesText(h) },
    ],
    identifier: [{ use: 'official', system: STRUCTURE_BASE, value: `${omopRecord(subject, key)}-drug_exposure` }],
    status: 'unknown',
    medicationCodeableConcept: {
      coding: [{ system: RXNORM_SYSTEM, code: drug.label, display: drug.label }],
      text: drug.label,
    },
    subject: { reference: `Patient/${subject.id}` },
    effectivePeriod: period(subject, drug, h, key, changes),
    note: [{ text: pick(hash(h, 1), DRUG_SOURCES) }],
    dosage: [dosage(drug, h)],
  };
  return { id, json: writeJson(resource) };
}

function omopRecord(subject: Subject, key: number): number {
  const number = key < FIRST_REVISION_KEY ? key : 500 + key - FIRST_REVISION_KEY;
  return FIRST_RECORD_ID + subject.rank * 1000 + number;
}

/** One to all of the rules, in the order of their numbers, separated by commas. */
function rulesText(h: number): string {
  const chosen = OMOP_RULES.filter((_, i) => hash(h, 2, i) % 5 < 2);
  return (chosen.length === 0 ? OMOP_RULES.slice(0, 1) : chosen).join(', ');
}

/** A third of the ends are not recorded; a change moves the end on, or records one. */
function period(subject: Subject, drug: Drug, h: number, key: number, changes: number): JsonObject {
  const latest = CUT_OFF_DAY - 1;
  const early = Math.min(latest, subject.start + between(hash(h, 3), -50, 150));
  const day = key < FIRST_REVISION_KEY ? early : latest + Math.min(8, key - FIRST_REVISION_KEY);
  const start = moment(day, between(hash(h, 4), 0, 3) === 0 ? 0 : between(hash(h, 5), 360, 1200));
  const minutes = drug.days === 0 ? between(hash(h, 6), 30, 120) : drug.days * MINUTES_A_DAY;
  const last = moment(LAST_DAY, 0) - MINUTES_A_DAY;
  const recorded = hash(h, 7) % 3 !== 0 || changes > 0;
  const end = Math.min(start + minutes, last) + changes * 60;
  return { start: localText(start), end: recorded ? localText(end) : undefined };
}

/** Dosage parts are optional one by one (spec 2.1); the unit of the dose is always there. */
function dosage(drug: Drug, h: number): JsonObject {
  const dose = drug.dose === null || hash(h, 8) % 9 === 0 ? undefined : digits(drug.dose, drug.decimals);
  return {
    text: hash(h, 9) % 8 === 0 ? undefined : (drug.directions ?? undefined),
    route: drug.route === null ? undefined : { text: drug.route },
    method: drug.method === null ? undefined : { text: drug.method },
    doseAndRate: [
      {
        doseQuantity: { value: dose, unit: drug.unit },
        rateQuantity: drug.rate === null ? undefined : { unit: drug.rate },
      },
    ],
  };
}
