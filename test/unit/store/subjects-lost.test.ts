import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planFlip } from '../../../src/core/store/flip/plan-flip.ts';
import type { WritableStudy } from '../../../src/core/store/database/study.ts';
import { bundle, mirror, newTrial, prove, stage, STUDY } from './trial-study.ts';

interface Record {
  readonly id: string;
  readonly subject: string;
  readonly value: number;
}

function page(records: readonly Record[]): Buffer {
  return bundle(
    records.map(
      ({ id, subject, value }) =>
        `{"resource":{"resourceType":"Observation","id":"${id}","extension":[{"url":"s#IDB.Protocol","valueString":"${STUDY}"}],"subject":{"reference":"Patient/${subject}"},"valueQuantity":{"value":${String(value)}}}}`,
    ),
  );
}

async function subjectsAfter(study: WritableStudy, records: readonly Record[]) {
  const pass = await stage(study, 'labs', [page(records)]);
  prove(study, pass);
  return planFlip(study, [pass]).datasets[0]?.subjects;
}

const first = Array.from({ length: 40 }, (_, at): Record => ({ id: `r${String(at)}`, subject: `s${String(at % 20)}`, value: at }));

test('counts subjects that have no record any more, even if there are as many records as before', async () => {
  const study = newTrial();
  await mirror(study, 'labs', [page(first)]);
  const others = first.map((record, at) => ({ ...record, id: `n${String(at)}`, subject: `s${String(at % 3)}` }));
  expect(await subjectsAfter(study, others)).toEqual({ before: 20, lost: 17 });
});

test('counts a subject whose only record moves to another subject', async () => {
  const study = newTrial();
  await mirror(study, 'labs', [page(first.slice(0, 20))]);
  const moved = first.slice(0, 20).map((record) => (record.subject === 's7' ? { ...record, subject: 's8' } : record));
  expect(await subjectsAfter(study, moved)).toEqual({ before: 20, lost: 1 });
});

test('records that name nobody are not a subject that is lost', async () => {
  const study = newTrial();
  const nobody = first.slice(0, 20).map((record, at) => (at < 5 ? { ...record, subject: '' } : record));
  await mirror(study, 'labs', [page(nobody)]);
  expect(await subjectsAfter(study, nobody.slice(5))).toEqual({ before: 15, lost: 0 });
});

test('counts exactly the subjects of the earlier copy that the new one does not name', async () => {
  const record = fc.record({
    id: fc.integer({ min: 0, max: 15 }),
    subject: fc.integer({ min: 0, max: 6 }),
    value: fc.integer({ min: 0, max: 3 }),
  });
  const copy = fc.uniqueArray(record, { selector: ({ id }) => id, minLength: 1, maxLength: 16 });
  const named = (records: readonly { id: number; subject: number; value: number }[]): readonly Record[] =>
    records.map(({ id, subject, value }) => ({ id: `r${String(id)}`, subject: `s${String(subject)}`, value }));
  await fc.assert(
    fc.asyncProperty(copy, copy, async (before, after) => {
      const study = newTrial();
      await mirror(study, 'labs', [page(named(before))]);
      const subjects = new Set(after.map(({ subject }) => subject));
      const gone = new Set(before.map(({ subject }) => subject).filter((subject) => !subjects.has(subject)));
      expect((await subjectsAfter(study, named(after)))?.lost).toBe(gone.size);
    }),
    { numRuns: 25 },
  );
});
