import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { offerReload } from '../../../src/main/window/hung-page.ts';

/** A window that can hang, and the questions asked about it. */
function hungWindow() {
  const window = new EventEmitter();
  const questions: { readonly signal: AbortSignal; readonly answer: (reload: boolean) => void }[] = [];
  const done: string[] = [];
  const forcefullyCrashRenderer = (): void => {
    done.push('ended');
  };
  offerReload(
    Object.assign(window, { webContents: { forcefullyCrashRenderer } }),
    (signal) => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      questions.push({ signal, answer: resolve });
      return promise;
    },
    () => void done.push('announced'),
  );
  const answer = async (reload: boolean): Promise<void> => {
    questions.at(-1)?.answer(reload);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { window, questions, answer, done };
}

test('asks once about a hung page, however often it is reported, and ends its process if a reload is wanted', async () => {
  const { window, questions, answer, done } = hungWindow();
  for (let times = 0; times < 3; times++) window.emit('unresponsive');
  expect([questions.length, done]).toEqual([1, []]);
  await answer(true);
  expect(done).toEqual(['announced', 'ended']);
});

test('asks again after a decision to wait only when the page is reported as hung again', async () => {
  const { window, questions, answer, done } = hungWindow();
  window.emit('unresponsive');
  await answer(false);
  expect([questions.length, done]).toEqual([1, []]);
  window.emit('unresponsive');
  expect(questions).toHaveLength(2);
});

test.each(['responsive', 'closed'])('withdraws the question when the window is %s, and ignores a late answer', async (event) => {
  const { window, questions, answer, done } = hungWindow();
  window.emit('unresponsive');
  window.emit(event);
  expect(questions[0]?.signal.aborted).toBe(true);
  await answer(true);
  expect(done).toEqual([]);
});
