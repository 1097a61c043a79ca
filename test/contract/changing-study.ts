import { startPublicService, type PublicService } from '../campaign/public-data/service.ts';
import type { RecordText } from '../../src/sandbox/data/dataset.ts';
import { groupOf, labRecordOf, medicationOf, vitalOf } from './planted-records.ts';

/** A study whose laboratory results can be changed between two syncs. */
export interface ChangingStudy {
  readonly service: PublicService;
  readonly study: string;
  /** Every laboratory result that is served, by its number. */
  readonly labs: Map<number, LabState>;
  /** Called for each request for laboratory results before it is answered, with its number counted from 1. */
  atRequest: (request: number) => void;
}

/** What can change about a result. */
interface LabState {
  readonly value: number;
  /** Stored once for all records that share it. */
  readonly range: string;
  /** Insignificant blanks in its text. */
  readonly spaces?: number;
}

const subjects = Array.from({ length: 50 }, (_, place) => `S-${place}`);

/** Serves `size` laboratory results on this computer, in their order by number, and a few records of the other datasets. */
export async function startChangingStudy(study: string, size: number): Promise<ChangingStudy> {
  const labs = new Map<number, LabState>(Array.from({ length: size }, (_, number) => [number, { value: 20, range: '7 - 56' }]));
  const records = {
    subjects: [groupOf(study, subjects)],
    get labs() {
      changing.atRequest(++requests);
      return [...labs].map(([number, state]) => textOf(number, state));
    },
    vitals: subjects.map((subject, place) =>
      vitalOf(study, { test: 'Weight', subject, visit: 'C1D1', at: '2025-03-02', value: '70', unit: 'kg', range: null }, place),
    ),
    medications: subjects.map((subject, place) =>
      medicationOf(study, `M${place}`, { subject, start: '2025-03-01T00:00:00', end: null, doses: [['5', 'mg']] }),
    ),
    responses: [],
  };
  let requests = 0;
  const texts = new Map<number, { readonly state: LabState; readonly text: RecordText }>();
  const textOf = (number: number, state: LabState): RecordText => {
    const known = texts.get(number);
    if (known?.state === state) return known.text;
    const text = labText(study, number, state);
    texts.set(number, { state, text });
    return text;
  };
  const service = await startPublicService([{ number: study, subjects: subjects.length, records }]);
  const changing: ChangingStudy = { service, study, labs, atRequest: () => undefined };
  return changing;
}

function labText(study: string, number: number, { value, range, spaces = 0 }: LabState): RecordText {
  // A multiple of a prime, so that subjects and visits come in no order.
  const mixed = (number * 7919) % 100_003;
  const { id, json } = labRecordOf(
    study,
    {
      test: `Test ${number % 40}`,
      subject: subjects[mixed % subjects.length] ?? null,
      visit: `C${mixed % 13}D1`,
      at: `2025-03-${String((mixed % 28) + 1).padStart(2, '0')}T08:00:00`,
      value: String(value + mixed / 1000),
      unit: 'U/L',
      range,
    },
    number,
  );
  return { id, json: `{${' '.repeat(spaces)}${json.slice(1)}` };
}
