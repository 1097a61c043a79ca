import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordText } from '../../src/sandbox/data/dataset.ts';
import { startPublicService, type PublicService } from '../campaign/public-data/service.ts';
import { groupOf, labRecordOf } from './planted-records.ts';

/** A study whose laboratory results are graded by the baseline of their subject. */
export interface GradedStudy {
  readonly service: PublicService;
  /** Awaited before any page of laboratory results is answered. */
  before: (page: number) => Promise<unknown>;
  /** Changes one result of the first page. */
  change(): void;
}

const subjects = Array.from({ length: 40 }, (_, place) => `S-${String(place)}`);
/** Milliseconds by which every other page is answered later, so that pages do not arrive in their order. */
const late = 8;

/** Serves `size` results of a test whose grades are relative to baseline. Pages arrive out of order. */
export async function startGradedStudy(study: string, size: number): Promise<GradedStudy> {
  const labs = Array.from({ length: size }, (_, place) => resultOf(study, place, 0));
  const records = {
    subjects: [groupOf(study, subjects)],
    get labs() {
      return [...labs];
    },
    vitals: [],
    medications: [],
    responses: [],
  };
  let changes = 0;
  const service = await startPublicService([{ number: study, subjects: subjects.length, records }], 0, async (url) => {
    if (!url.includes('category=laboratory')) return;
    const page = Number(new URLSearchParams(url.split('?')[1]).get('page') ?? 1);
    if (page % 2 === 0) await sleep(late);
    await graded.before(page);
  });
  const graded: GradedStudy = {
    service,
    before: async () => undefined,
    change: () => {
      labs[3] = resultOf(study, 3, ++changes);
    },
  };
  return graded;
}

function resultOf(study: string, place: number, change: number): RecordText {
  const visit = Math.floor(place / subjects.length);
  return labRecordOf(
    study,
    {
      test: place % 3 === 0 ? 'ALT (SGPT)' : `Test ${String(place % 7)}`,
      subject: subjects[place % subjects.length] ?? null,
      visit: visit === 0 ? 'C1D1' : `C${String((visit % 9) + 2)}D1`,
      at: new Date(Date.UTC(2025, 2, 1 + visit, 8)).toISOString().slice(0, 19),
      // Some baselines are above the range, so that later results are graded relative to them.
      value: String((visit === 0 ? 20 + (place % 5) * 20 : 10 + ((place * 37) % 900)) + change),
      unit: 'U/L',
      range: '7 - 50',
    },
    place,
  );
}
