import type { DatasetName } from '../../../src/sandbox/data/datasets.ts';
import type { RecordText } from '../../../src/sandbox/data/dataset.ts';
import { writeJson } from '../../../src/sandbox/json.ts';
import { structure } from '../../../src/sandbox/structure.ts';
import { medicationRecord } from './medication-records.ts';
import { labRecord, vitalRecord } from './observation-records.ts';
import { responseRecords } from './response-records.ts';
import { cell, readRows, type Row } from './rows.ts';

/** A study as it is served. */
export interface PublicStudy {
  readonly number: string;
  readonly records: { readonly [name in DatasetName]: readonly RecordText[] };
  /** Number of subjects in its Group. */
  readonly subjects: number;
}

/** The whole CDISC pilot; its subjects with tumour assessments; its metabolic laboratory only. */
export const PILOT = 'CDISCPILOT01';
export const ONCOLOGY = 'CDISCPILOT01-ONCO';
const METABOLIC = 'CDISCPILOT01-METAB';

/** Reads the studies of the folder of public data. Throws if a file is missing. */
export function openStudies(folder: string): readonly PublicStudy[] {
  const rows = readPilot(folder);
  const assessed = new Set(rows.tumours.measured.map(subjectOf));
  const metabolic = readRows(folder, 'lb_metabolic');
  const sampled = new Set(metabolic.map(subjectOf));
  return [
    writeStudy(PILOT, rows),
    writeStudy(ONCOLOGY, onlySubjects(rows, assessed)),
    writeStudy(METABOLIC, { ...onlySubjects(rows, sampled), labs: metabolic, medications: [], tumours: NO_TUMOURS }),
  ];
}

const NO_TUMOURS = { identified: [], measured: [], responses: [] };

type StudyRows = ReturnType<typeof readPilot>;

function readPilot(folder: string) {
  return {
    subjects: readRows(folder, 'dm'),
    labs: readRows(folder, 'lb'),
    vitals: readRows(folder, 'vs'),
    medications: readRows(folder, 'cm'),
    tumours: {
      identified: readRows(folder, 'tu_onco_recist'),
      measured: readRows(folder, 'tr_onco_recist'),
      responses: readRows(folder, 'rs_onco_recist'),
    },
  };
}

function onlySubjects(rows: StudyRows, subjects: ReadonlySet<string>): StudyRows {
  const only = (all: readonly Row[]): readonly Row[] => all.filter((row) => subjects.has(subjectOf(row)));
  const { tumours } = rows;
  return {
    subjects: only(rows.subjects),
    labs: only(rows.labs),
    vitals: only(rows.vitals),
    medications: only(rows.medications),
    tumours: { identified: only(tumours.identified), measured: only(tumours.measured), responses: only(tumours.responses) },
  };
}

function writeStudy(number: string, rows: StudyRows): PublicStudy {
  return {
    number,
    subjects: rows.subjects.length,
    records: {
      subjects: [groupRecord(rows.subjects, number)],
      labs: rows.labs.map((row) => labRecord(row, number)),
      vitals: rows.vitals.map((row) => vitalRecord(row, number)),
      medications: rows.medications.map((row) => medicationRecord(row, number)),
      responses: responseRecords(rows.tumours, number),
    },
  };
}

/** The one Group of a study (spec 2.5). */
function groupRecord(subjects: readonly Row[], study: string): RecordText {
  const json = writeJson({
    resourceType: 'Group',
    identifier: [{ use: 'usual', system: structure('IDB.Protocol'), value: study }],
    type: 'person',
    member: subjects.map((row) => ({ entity: { reference: `Patient/${subjectOf(row)}` } })),
  });
  return { id: null, json };
}

function subjectOf(row: Row): string {
  return cell(row, 'USUBJID') ?? '';
}
