import { expect, test } from 'vitest';
import { judgeAccepted } from './judge-accepted.ts';
import type { Answer } from './moving-service.ts';

/** An answer with the only page, which is empty unless the moment is 1. */
function answer(moment: number, at: number): Answer {
  const records = moment === 1 ? [{ id: 'a', revision: 1 }] : [];
  const page = { records, total: records.length, page: 1, pages: 1, digest: `page of ${String(records.length)}` };
  return { ...page, run: 1, dataset: 'vitals', asked: 0, workedOut: 0, sent: 0, at, moment };
}

/** Judges an empty copy as of 150, when the service had one record: it was inserted at 100 and deleted at 200. */
function judge(...answers: readonly Answer[]): ReturnType<typeof judgeAccepted> {
  const history = { moments: ['', 'a:1', ''], times: [0, 100, 200] };
  return judgeAccepted({ answers, digests: ['page of 0'], shown: '', ...history, begun: 0, confirmed: true, asOf: 150 });
}

test('an insertion that was undone between two readings of a page cannot be detected', () => {
  expect(judge(answer(0, 50), answer(2, 250))).toEqual({ failures: [], kind: 'undone' });
});

test('a copy of a later moment does not claim to be as of an earlier one', () => {
  const history = { moments: ['a:1', ''], times: [0, 200] };
  const late = { answers: [answer(2, 250)], digests: ['page of 0'], shown: '', ...history, begun: 0, confirmed: true, asOf: 150 };
  expect(judgeAccepted(late).failures).toEqual(['claims to be confirmed, but is not what the service held at that moment']);
});
