import { expect, test } from 'vitest';
import { recordOutcome, recordPendingReview } from '../../../src/core/store/database/status.ts';
import { labPage, labStatus, mirror, newTrial, prove, stage } from './trial-study.ts';

const pending = { records: 1, lost: 2, asOf: '2026-11-20T14:05:00Z', subjects: { before: 3, lost: 1 } };

test('a proven pass that waits for a decision is part of the status, and the copy before it stays', async () => {
  const study = newTrial();
  await mirror(study, 'labs', [
    labPage([
      { id: 'a', value: 1 },
      { id: 'b', value: 1 },
      { id: 'c', value: 1 },
    ]),
  ]);
  expect(labStatus(study)).toMatchObject({ records: 3, pending: null });
  const pass = await stage(study, 'labs', [labPage([{ id: 'a', value: 1 }])]);
  prove(study, pass);
  recordPendingReview(study, pass, pending);
  expect(labStatus(study)).toMatchObject({ state: 'pending', records: 3, pending, error: null });
});

test('a state that says pending without anything to decide is shown as the kept copy', async () => {
  const study = newTrial();
  await mirror(study, 'labs', [labPage([{ id: 'a', value: 1 }])]);
  recordOutcome(study, 'labs', { state: 'pending', error: null });
  expect(labStatus(study)).toMatchObject({ state: 'kept', pending: null });
});

test('an error is shown with its code and message, and the copy before it stays', async () => {
  const study = newTrial();
  await mirror(study, 'labs', [labPage([{ id: 'a', value: 1 }])]);
  recordOutcome(study, 'labs', { state: 'kept', error: { code: 'NETWORK', message: 'No answer.' } });
  expect(labStatus(study)).toMatchObject({ state: 'kept', records: 1, error: { code: 'NETWORK', message: 'No answer.' } });
});
