import { textIn } from '../derive/cells.ts';
import { isPatient, practitionerOf, subjectOf, uniqueSubject } from '../derive/references.ts';
import type { DerivedColumn, SourceColumn } from './declaration.ts';

/** Headings of the record inspector that several datasets share. */
export const sections = {
  result: 'Result',
  medication: 'Medication',
  dosage: 'Dosage',
  response: 'Response',
  targetSum: 'Target sum',
  subject: 'Subject',
  whenAndWhom: 'Subject and time',
  test: 'Test',
  derived: 'Derived by Carrel',
  rest: 'Identifiers and other fields',
} as const;

/** Columns that datasets share: the same concept has the same name and meaning everywhere. */
export const subject = {
  name: 'subject',
  kind: 'text',
  plain: 'Subject',
  sdtm: 'SUBJID',
  width: 96,
  section: sections.whenAndWhom,
  shown: true,
  tells: 'subject',
  required: true,
  help: 'Subject identifier assigned by the sponsor, always text: leading zeros matter.',
  paths: ['subject.reference'],
  read: subjectOf,
  readRule: 'without the `Patient/` prefix',
  check: { rule: 'unexpected-value', holds: isPatient },
} as const satisfies SourceColumn;

export const uniqueSubjectColumn = {
  name: 'unique_subject',
  kind: 'text',
  plain: 'Unique subject',
  sdtm: 'USUBJID',
  width: 140,
  section: sections.derived,
  shown: false,
  tells: 'subject',
  help: 'Subject identifier that stays unique when studies are pooled.',
  rule: 'study-subject; the subject alone if it already starts with the study number and a hyphen. Issues lists two subjects that would get the same id.',
  derive: (row) => uniqueSubject(textIn(row, 'study'), textIn(row, 'subject')),
} as const satisfies DerivedColumn;

export const study = {
  name: 'study',
  kind: 'text',
  plain: 'Study',
  sdtm: 'STUDYID',
  width: 110,
  section: sections.rest,
  shown: false,
  tells: 'study',
  texts: 'study',
  required: true,
  categorical: true,
  shared: true,
  help: "The service's study number, used to request the data.",
  paths: ['extension[#IDB.Protocol]'],
  numberAsText: true,
} as const satisfies SourceColumn;

export const sponsorStudy = {
  name: 'sponsor_study',
  kind: 'text',
  plain: 'Sponsor study',
  sdtm: 'SPONSID',
  width: 130,
  section: sections.rest,
  shown: false,
  tells: 'study',
  texts: 'study',
  categorical: true,
  shared: true,
  help: "The sponsor's own study number. Not an SDTM variable.",
  paths: ['extension[#SponsorID]'],
  numberAsText: true,
} as const satisfies SourceColumn;

export const performer = {
  name: 'performer',
  kind: 'text',
  plain: 'Performer',
  sdtm: 'SRC_PERFORMER',
  width: 130,
  section: sections.rest,
  shown: false,
  tells: 'person',
  personal: true,
  help: 'Practitioner identifier. It identifies a person at the site, so it is hidden and exported only on request.',
  paths: ['performer[].display'],
  read: practitionerOf,
  readRule: 'without the `Practitioner/` prefix',
} as const satisfies SourceColumn;

export const categoryCode = {
  name: 'category_code',
  kind: 'text',
  plain: 'Category code',
  sdtm: null,
  width: 120,
  section: sections.rest,
  shown: false,
  tells: 'value',
  categorical: true,
  shared: true,
  help: 'Code of the kind of record; the same for every record of this dataset.',
  paths: ['category[].coding[].code'],
} as const satisfies SourceColumn;

export const categoryDisplay = {
  name: 'category_display',
  kind: 'text',
  plain: 'Category name',
  sdtm: null,
  width: 120,
  section: sections.rest,
  shown: false,
  tells: 'value',
  categorical: true,
  shared: true,
  help: 'Name of the category code.',
  paths: ['category[].coding[].display'],
} as const satisfies SourceColumn;

export const categoryText = {
  name: 'category',
  kind: 'text',
  plain: 'Category',
  sdtm: null,
  width: 120,
  section: sections.rest,
  shown: false,
  tells: 'value',
  categorical: true,
  shared: true,
  help: 'Kind of record in words; the same for every record of this dataset.',
  paths: ['category[].text'],
} as const satisfies SourceColumn;

export const categorySystem = {
  name: 'category_system',
  kind: 'text',
  plain: 'Category code system',
  sdtm: null,
  width: 200,
  section: sections.rest,
  shown: false,
  tells: 'address',
  categorical: true,
  shared: true,
  help: 'Address of the code system of the category code.',
  paths: ['category[].coding[].system'],
} as const satisfies SourceColumn;

export const status = {
  name: 'status',
  kind: 'text',
  plain: 'Status',
  sdtm: null,
  width: 90,
  section: sections.rest,
  shown: false,
  tells: 'value',
  required: true,
  categorical: true,
  shared: true,
  help: 'Status of the record; the interface sends one fixed value (spec 3).',
  paths: ['status'],
} as const satisfies SourceColumn;

export const identifierSystem = {
  name: 'identifier_system',
  kind: 'text',
  plain: 'Identifier system',
  sdtm: null,
  width: 220,
  section: sections.rest,
  shown: false,
  tells: 'address',
  categorical: true,
  shared: true,
  help: 'Address of the structure definition that the identifier belongs to.',
  paths: ['identifier[].system'],
} as const satisfies SourceColumn;

/** Returns a check that an address ends with `#fragment`, ignoring case. */
export function endsWithFragment(fragment: string): (sent: string) => boolean {
  const ending = `#${fragment}`.toLowerCase();
  return (sent) => sent.toLowerCase().endsWith(ending);
}

/** A derived column, in the section for derived columns. */
export function derived<const C extends Omit<DerivedColumn, 'section'>>(column: C) {
  return { ...column, section: sections.derived };
}
