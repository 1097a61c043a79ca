import type { RecordText } from '../../src/sandbox/data/dataset.ts';
import { writeJson } from '../../src/sandbox/json.ts';
import { structure, STRUCTURE_BASE } from '../../src/sandbox/structure.ts';
import type { PublicStudy } from '../campaign/public-data/studies.ts';
import type { Json } from './carrel.ts';

/** The study with identities and dates wherever somebody may have typed them. */
export const plantedStudy = '31-902';

/** Identifying text as typed, and a pattern that reveals it in normalised lower case. */
export interface Telling {
  readonly text: string;
  readonly tells: RegExp;
}

const telling = (text: string, tells: string): Telling => ({ text, tells: new RegExp(tells, 'u') });

/** Names, numbers and dates in the spellings of people who type them where they do not belong. */
export const tellingTexts: readonly Telling[] = [
  // People: names, initials, look-alikes, coded texts.
  telling('Jane Astral', 'astral'),
  telling('Dr. Wetherby', 'wetherby'),
  telling('QZX', '(?<![a-z0-9])qzx(?![a-z0-9])'),
  telling('Ægidius Krzyżanowski', 'krzyzanowski'),
  telling('ＯＲＬＯＶ', 'orlov'),
  telling('Vаncе', 'vаncе'),
  telling('𝓗𝓪𝓵𝓿𝓸𝓻𝓼𝓮𝓷', 'halvorsen'),
  telling('Quill\u200bfeather', 'quillfeather'),
  telling('\u{1f179}\u{1f170}\u{1f187}\u{1f17e}\u{1f17d}', '\u{1f179}'),
  telling('A/M/S', '(?<![a-z])a/m/s(?![a-z])'),
  telling('s.a.m', '(?<![a-z])s\\.a\\.m(?![a-z])'),
  telling('zero one seven one five five', 'zero one seven'),
  telling('Oye\u00adlaran', 'oyelaran'),
  telling('Ito\r\nMasako', 'masako'),
  telling('山田太郎', '山田太郎'),
  telling('Петрова', 'петрова'),
  telling('SmFuZSBBc3RyYWw=', 'smfuzsbbc3ryyww'),
  telling('4a616e6520417374', '4a616e6520417374'),
  telling('=HYPERLINK("http://x/?Grimaldi")', 'grimaldi'),
  telling('j.quint@clinic.example', 'quint@'),
  telling('https://ehr.example/Patient/Lovelace', 'lovelace'),
  telling('+44 171 5550199', '5550199'),
  telling('(0171) 555-0177', '555-0177'),
  telling('14 Acacia Avenue', 'acacia'),
  telling('SW1A 2QZ', 'sw1a'),
  telling('MRN 8841907', '8841907'),
  telling('8841907', '8841907'),
  telling('88-41-907', '88-41-907'),
  telling('0.8841907', '8841907'),
  telling('８８４１９０７', '8841907'),
  telling('٨٨٤١٩٠٧', '٨٨٤١٩٠٧|8841907'),
  telling('SSN 078-05-1120', '078-05-1120'),
  telling('192.168.77.31', '192\\.168'),
  telling('DE89 3704 0044 0532', '3704 0044'),
  telling('aged 97', 'aged 97'),
  telling('97-year-old', '97-?year'),
  telling('born 1931', 'born 1931'),
  telling('Year 1931', 'year 1931'),
  telling('Subject 0417', 'subject 0417'),
  telling('31902-0417', '31902-0417'),
  telling('daughter Lucinda', 'lucinda'),
  // Dates.
  telling('2 May 1931', 'may 1931'),
  telling('19310502', '19310502'),
  telling('1931.0502', '1931\\.0502'),
  telling('-19310502', '19310502'),
  telling('1.9310502E7', '9310502'),
  telling('1931/05/02', '1931/05'),
  telling('02051931', '02051931'),
  telling('29-05', '29-05'),
  telling('29.V.2025', '29\\.v'),
  telling('XXIX.V.MMXXV', 'mmxxv'),
  telling('٢٠٢٥-٠٥-٢٩', '٢٠٢٥|2025-05'),
  telling('令和7年5月29日', '5月29'),
  telling('５月２９日', '5月29'),
  telling('29 mai 2025', '29 mai'),
  telling('29 мая', '29 мая'),
  telling('29η Μαΐου', '29η'),
  telling('29 Mayıs 2025', '29 may'),
  telling('29 toukokuuta', 'toukokuu'),
  telling('29 maja 2025', '29 maja'),
  telling('29 พฤษภาคม 2568', 'พฤษภาคม'),
  telling('tomorrow week', 'tomorrow'),
  telling('three days before Easter', 'easter'),
  telling('Thursday', 'thursday'),
  telling('W22-2025', 'w22-2025'),
  telling('2025W22', '2025w22'),
  telling('Week 22 2025', '22 2025'),
  telling('2025149', '2025149'),
  telling('1748476800', '1748476800'),
  telling('1748476800000', '1748476800'),
  telling('twenty-ninth of May', 'twenty'),
  telling('29 5 25', '29 5 25'),
  telling('29_5_2025', '29_5'),
  telling('29|05|2025', '29\\|05'),
  telling('10/31', '(?<![0-9])10/31(?![0-9])'),
  telling('May 2025', 'may 2025'),
  telling('29 . 05 . 2025', '29 \\. 05'),
  telling('29,05,2025', '29,05'),
  telling('T10:42:31', '10:42'),
  telling('10:42', '10:42'),
];

/** How an identifying text is combined with a usual one: alone, before it, after it, in brackets of every kind. */
const alone = (_: string, text: string): string => text;
const ways: readonly ((usual: string, text: string) => string)[] = [
  alone,
  (usual, text) => `${usual} ${text}`,
  (usual, text) => `${text} ${usual}`,
  (usual, text) => `${usual}${text}`,
  (usual, text) => `${usual} (${text})`,
  (usual, text) => `${usual}{${text}}`,
  (usual, text) => `${usual}[${text}]`,
  (usual, text) => `${usual}/${text}`,
  (usual, text) => `${usual}.${text}`,
  (usual, text) => `${usual}\n${text}`,
  (usual, text) => `${usual}, ${text}`,
  (usual, text) => `${usual.replace(/\)$/, '')} ${text})`,
  (usual, text) => `${usual} \uff3b${text} volume\uff3d`,
];

/** Numbers that are not measured values, with the digits that reveal them. */
export const tellingNumbers: readonly Telling[] = [
  telling('8841907', '8841907'),
  telling('19310502', '19310502|9310502'),
  telling('-19310502', '19310502|9310502'),
  telling('19310502.0', '19310502|9310502'),
  telling('1.9310502e7', '9310502'),
  telling('1931.0502', '1931\\.0502'),
  telling('193105.02', '193105\\.02'),
  telling('0.19310502', '19310502'),
  telling('0.8841907', '8841907'),
  telling('12.8841907', '8841907'),
  telling('290525', '290525'),
  telling('250529', '250529'),
  telling('2025149', '2025149'),
  telling('1748476800', '1748476800'),
  telling('1748476800000', '1748476800'),
  telling('31.9020417', '9020417'),
  telling('24.0000000000000000000008841907', '8841907'),
  telling('1e-8841907', '8841907'),
  telling('0e8841907', '8841907'),
  telling('319020417', '319020417'),
];

const subjects = ['31-902-0417', '31-902-0552', '31-902-0661'];
/** Subjects with identifying names: whatever stands in a subject's place is a name. */
export const tellingSubjects: readonly Telling[] = [
  telling('31-902-0417', '902-0417'),
  telling('31-902-0552', '902-0552'),
  telling('31-902-0661', '902-0661'),
  telling('Jane Novotny *1931-05-02', 'novotny'),
  telling('MRN-7719385?name=Fenwick&born=1931', 'fenwick|7719385'),
  telling('Ｂａｎｎｅｒｍａｎ／77', 'bannerman'),
  telling('Delacroix\nTamsin', 'delacroix|tamsin'),
];

/** What every record or the Group contains and must not be exported. */
export const tellingAnyway: readonly Telling[] = [
  telling('Marchetti', 'marchetti'),
  telling('Kessler', 'kessler'),
  telling('Hochstetler', 'hochstetler'),
  telling('2025-05-29', '2025-05-(?:20|29|30)|2025052'),
  telling('29 May 2025', '29may2025|29-may'),
  telling('1931-05-02', '1931-05-02'),
  telling('77193', '(?<!\\d)77193(?!\\d)'),
];

let made = 0;
const next = (prefix: string): string => `${prefix}${String(9_100_000 + made++)}`;

const base = {
  labs: (): Json => ({
    resourceType: 'Observation',
    id: next('L'),
    extension: [
      { url: structure('IDB.Protocol'), valueString: plantedStudy },
      { url: structure('SponsorID'), valueString: 'SPN-31-902' },
    ],
    identifier: [{ system: structure('LAB_RESULTS.LR_RESULT_GUID'), value: 'L' }],
    status: 'final',
    category: [{ coding: [{ system: 'http://terminology.hl7.org/x', code: 'laboratory', display: 'Laboratory' }], text: 'Laboratory' }],
    code: { coding: [{ system: structure('LAB_TEST.CODE'), code: 'C-1', display: 'ALT (SGPT)' }], text: 'ALT (SGPT)' },
    subject: { reference: 'Patient/31-902-0417' },
    encounter: { display: 'C2D1' },
    effectiveDateTime: '2025-05-29T10:42:31',
    issued: '2025-05-29T10:42:31+02:00',
    performer: [{ display: 'Practitioner/Hochstetler' }],
    valueQuantity: { value: 24, unit: 'U/L' },
    referenceRange: [{ text: '7 - 56' }],
  }),
  vitals: (): Json => ({
    ...base.labs(),
    id: next('V'),
    category: [{ coding: [{ code: 'vital-signs', display: 'Vital Signs' }], text: 'Vital Signs' }],
    code: { coding: [{ system: structure('VITAL_SIGNS'), code: '', display: 'Weight (kilograms)' }], text: 'Weight (kilograms)' },
    valueQuantity: { value: 70, unit: 'kg', system: structure('VITAL_SIGNS.UNIT') },
    referenceRange: undefined,
  }),
  medications: (): Json => ({
    resourceType: 'MedicationStatement',
    id: next('M'),
    extension: [
      { url: structure('IDB.Protocol'), valueCode: plantedStudy },
      { url: structure('SponsorID'), valueCode: 'SPN-31-902' },
      { url: structure('MetadataRuleDef'), valueCode: '1: Drug exposure, 2: Dose' },
    ],
    identifier: [{ use: 'official', system: STRUCTURE_BASE, value: `${next('')}-drug_exposure` }],
    status: 'unknown',
    medicationCodeableConcept: {
      coding: [
        { system: 'http://www.nlm.nih.gov/research/umls/rxnorm', code: 'aspirin 81 MG Oral Tablet', display: 'aspirin 81 MG Oral Tablet' },
      ],
      text: 'aspirin 81 MG Oral Tablet',
    },
    subject: { reference: 'Patient/31-902-0552' },
    effectivePeriod: { start: '2025-05-20T00:00:00', end: '2025-05-29T00:00:00' },
    note: [{ text: 'EHR' }],
    dosage: [
      {
        text: 'once a day',
        route: { text: 'Oral' },
        method: { text: '81 mg' },
        doseAndRate: [{ doseQuantity: { value: 81, unit: 'mg' }, rateQuantity: { unit: '/d' } }],
      },
    ],
  }),
  responses: (): Json => {
    const id = next('A');
    return {
      resourceType: 'DiagnosticReport',
      extension: [
        { url: structure('IDB.Protocol'), valueString: plantedStudy },
        { url: structure('SponsorId'), valueString: 'SPN-31-902' },
        { url: structure('CaseId'), valueInteger: 77193 },
        { url: structure('TrialName'), valueString: plantedStudy },
        { url: structure('TrialArmName'), valueString: 'RECIST 1.1' },
        { url: structure('RevisionNumber'), valueInteger: 1 },
        { url: structure('x-revised'), valueDateTime: '2025-05-30T09:00:00' },
        { url: structure('RevisionNumber'), valueInteger: 2 },
        { url: structure('Name'), valueString: 'Follow-up 1' },
        { url: structure('Timepoint'), valueInteger: 1 },
        { url: structure('CumulativeQuantityId'), valueString: 'targetsum' },
        { url: structure('CurrentValue'), valueDecimal: 40 },
        { url: structure('Unit'), valueString: 'mm' },
        { url: structure('ChangeFromPrevious'), valueString: '-5.0 mm' },
        { url: structure('ChangeFromBaseline'), valueString: '-5.0 mm' },
        { url: structure('ChangeFromNadir'), valueString: '--' },
      ],
      identifier: [{ system: structure('AssessmentId'), value: id }],
      status: 'final',
      category: [{ coding: [{ code: 'RAD', display: 'Radiology' }], text: 'Radiology' }],
      subject: { reference: 'Patient/31-902-0661' },
      effectiveDateTime: '2025-05-29T10:42:31',
      result: [{ reference: `Observation?researchstudy=${plantedStudy}&category=imaging&id=77193-${id}-T01`, display: `77193-${id}-T01` }],
      conclusion: 'Stable Disease',
    };
  },
};

type Kind = keyof typeof base;
/** A field of a resource that can hold text: its path and its usual content. */
type Place = readonly [path: string, usual: string];

const observationPlaces: readonly Place[] = [
  ['encounter.display', 'C2D1'],
  ['encounter.display', 'Visit'],
  ['encounter.display', 'Week'],
  ['encounter.display', 'Unscheduled'],
  ['encounter.display', 'Day'],
  ['code.text', 'ALT (SGPT)'],
  ['code.text', 'Neutrophils, absolute'],
  ['code.text', 'Lymphocytes %'],
  ['code.text', 'Hemoglobin (g/dL)'],
  ['code.coding.0.display', 'Glucose (mg/dL)'],
  ['code.coding.0.code', 'ALT'],
  ['code.coding.0.display', 'ALT (SGPT)'],
  ['code.coding.0.system', 'http://loinc.org'],
  ['valueString', 'Negative'],
  ['valueString', '<5'],
  ['valueString', '12'],
  ['valueQuantity.unit', 'mg/dL'],
  ['valueQuantity.unit', '10*3'],
  ['valueQuantity.comparator', '<'],
  ['valueQuantity.code', 'mg/dL'],
  ['referenceRange.0.text', '7 - 56'],
  ['referenceRange.0.text', '<'],
  ['category.0.text', 'Laboratory'],
  ['category.0.coding.0.code', 'laboratory'],
  ['category.0.coding.0.display', 'Laboratory'],
  ['status', 'final'],
  ['performer.0.display', 'Practitioner/'],
  ['identifier.0.value', 'L'],
  ['identifier.0.system', STRUCTURE_BASE],
  ['effectiveDateTime', '2025-05-29'],
  ['issued', '2025-05-29T10:00:00Z'],
  ['note.0.text', ''],
  ['subject.display', ''],
  ['meta.source', ''],
  ['text.div', '<div>'],
  ['contained.0.name.0.text', ''],
  ['extension.2.valueString', ''],
];

const places: { readonly [kind in Kind]: readonly Place[] } = {
  labs: observationPlaces,
  vitals: [
    ['encounter.display', 'C2D1'],
    ['encounter.display', 'Day'],
    ['code.text', 'Weight (kilograms)'],
    ['code.coding.0.code', '29463-7'],
    ['code.coding.0.display', 'Weight (kilograms)'],
    ['valueString', 'Supine'],
    ['valueString', '12'],
    ['valueQuantity.unit', 'kg'],
    ['valueQuantity.system', STRUCTURE_BASE],
    ['referenceRange.0.text', '7 - 56'],
    ['category.0.text', 'Vital Signs'],
    ['status', 'final'],
    ['performer.0.display', 'Practitioner/'],
    ['device.display', ''],
    ['bodySite.text', ''],
  ],
  medications: [
    ['medicationCodeableConcept.text', 'aspirin 81 MG Oral Tablet'],
    ['medicationCodeableConcept.coding.0.code', 'aspirin'],
    ['medicationCodeableConcept.coding.0.display', 'aspirin'],
    ['medicationCodeableConcept.coding.0.system', 'http://www.nlm.nih.gov/research/umls/rxnorm'],
    ['extension.2.valueCode', '1: Drug exposure'],
    ['identifier.0.value', ''],
    ['identifier.0.use', 'official'],
    ['identifier.0.system', STRUCTURE_BASE],
    ['status', 'unknown'],
    ['effectivePeriod.start', '2025-05-29'],
    ['effectivePeriod.end', '2025-05-29'],
    ['note.0.text', 'EHR'],
    ['dosage.0.text', 'once a day'],
    ['dosage.0.route.text', 'Oral'],
    ['dosage.0.method.text', 'mg'],
    ['dosage.0.doseAndRate.0.doseQuantity.unit', 'mg'],
    ['dosage.0.doseAndRate.0.rateQuantity.unit', '/d'],
    ['dosage.1.doseAndRate.0.doseQuantity.unit', 'mg'],
    ['informationSource.display', ''],
    ['reasonCode.0.text', ''],
  ],
  responses: [
    ['extension.3.valueString', plantedStudy],
    ['extension.4.valueString', 'RECIST 1.1'],
    ['extension.6.valueDateTime', '2025-05-29'],
    ['extension.8.valueString', 'Follow-up'],
    ['extension.8.valueString', 'Baseline'],
    ['extension.10.valueString', 'targetsum'],
    ['extension.12.valueString', 'mm'],
    ['extension.13.valueString', '-5.0 mm'],
    ['extension.14.valueString', '+'],
    ['extension.15.valueString', '--'],
    ['conclusion', 'Stable Disease'],
    ['conclusion', 'Yes'],
    ['status', 'final'],
    ['category.0.text', 'Radiology'],
    ['identifier.0.value', ''],
    ['result.0.reference', 'Observation?id='],
    ['result.0.display', '77193-A-T01'],
    ['effectiveDateTime', '2025-05-29'],
    ['resultsInterpreter.0.display', ''],
    ['conclusionCode.0.text', ''],
  ],
};

const numberPlaces: { readonly [kind in Kind]: readonly string[] } = {
  labs: ['valueQuantity.value'],
  vitals: ['valueQuantity.value'],
  medications: ['dosage.0.doseAndRate.0.doseQuantity.value'],
  responses: [
    'extension.2.valueInteger',
    'extension.5.valueInteger',
    'extension.7.valueInteger',
    'extension.9.valueInteger',
    'extension.11.valueDecimal',
  ],
};

/** Puts a value into a resource and creates missing members; numbers make lists. */
function put(resource: Json, path: string, value: unknown): Json {
  const steps = path.split('.');
  let at = resource;
  steps.forEach((step, place) => {
    if (place === steps.length - 1) at[step] = value;
    else at = at[step] ??= /^\d+$/.test(steps[place + 1] ?? '') ? [] : {};
  });
  return resource;
}

const record = (resource: Json, json = JSON.stringify(resource)): RecordText => ({ id: resource.id ?? null, json });

function textRecords(kind: Kind): readonly RecordText[] {
  // Every second text per place and the ways in turn, so that every text meets every kind of place and every way.
  const withTexts = places[kind].flatMap(([path, usual], place) =>
    tellingTexts
      .filter((_, at) => (at + place) % 2 === 0)
      .map(({ text }, at) => {
        const way = ways[(at + place) % ways.length] ?? alone;
        const resource = put(base[kind](), path, way(usual, text));
        // It identifies an assessment and must be unique.
        if (kind === 'responses' && path === 'identifier.0.value') resource.identifier[0].value = next(`${way(usual, text)} `);
        if (path === 'valueString') delete resource.valueQuantity;
        return record(resource);
      }),
  );
  const withNumbers = numberPlaces[kind].flatMap((path) =>
    tellingNumbers.map(({ text }) => {
      const resource = put(base[kind](), path, '#number#');
      return record(resource, JSON.stringify(resource).replace('"#number#"', text));
    }),
  );
  // Undescribed fields and extensions can hold anything in their names and addresses as well.
  const withNames = tellingTexts.map(({ text }) => {
    const resource = put(base[kind](), 'zz.value', 'x');
    resource[text] = 'x';
    resource.extension.push({ url: `https://x.example/${text}#${text}`, valueString: 'x' });
    return record(resource);
  });
  const withSubjects = tellingSubjects.map(({ text }) => record(put(base[kind](), 'subject.reference', `Patient/${text}`)));
  return [...Array.from({ length: 6 }, () => record(base[kind]())), ...withTexts, ...withNumbers, ...withNames, ...withSubjects];
}

/** The Group, with fields that the interface does not describe. */
function group(): RecordText {
  const resource = {
    resourceType: 'Group',
    name: 'Cohort of Prof Marchetti',
    identifier: [
      { use: 'usual', system: structure('IDB.Protocol'), value: plantedStudy },
      { use: 'for Kessler', system: 'http://x.example/Kessler' },
    ],
    type: 'person',
    characteristic: [{ valueDate: '1931-05-02', code: { text: 'Ms Marchetti' } }],
    member: [...subjects, ...tellingSubjects.map(({ text }) => text)].map((subject) => ({
      entity: { reference: `Patient/${subject}`, display: 'Marchetti' },
      period: { start: '1931-05-02' },
    })),
  };
  return { id: null, json: writeJson(resource) };
}

/** Everything, as a service serves it. */
export function plantIdentities(): PublicStudy {
  made = 0;
  const records = {
    subjects: [group()],
    labs: textRecords('labs'),
    vitals: textRecords('vitals'),
    medications: textRecords('medications'),
    responses: textRecords('responses'),
  };
  return { number: plantedStudy, subjects: tellingSubjects.length, records };
}
