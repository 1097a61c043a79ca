import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { offerReload } from '../../../src/main/window/hung-page.ts';

/** A window that can hang, and the questions that were asked about it. */
function hungWindow() {
  const window = new EventEmitter();
  const questions: { readonly signal: AbortSignal; readonly answer: (reload: boolean) => void }[] = [];
  let ended = 0;
  const forcefullyCrashRenderer = (): void => {
    ended++;
  };
  offerReload(Object.assign(window, { webContents: { forcefullyCrashRenderer } }), (signal) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    questions.push({ signal, answer: resolve });
    return promise;
  });
  const answer = async (reload: boolean): Promise<void> => {
    questions.at(-1)?.answer(reload);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { window, questions, answer, ended: () => ended };
}

test('a page that hangs is asked about once, however often it is told, and its process ends where a reload is wanted', async () => {
  const { window, questions, answer, ended } = hungWindow();
  for (let times = 0; times < 3; times++) window.emit('unresponsive');
  expect([questions.length, ended()]).toEqual([1, 0]);
  await answer(true);
  expect(ended()).toBe(1);
});

test('whoever waits is asked again only when the page is told to hang again', async () => {
  const { window, questions, answer, ended } = hungWindow();
  window.emit('unresponsive');
  await answer(false);
  expect([questions.length, ended()]).toEqual([1, 0]);
  window.emit('unresponsive');
  expect(questions).toHaveLength(2);
});

test.each(['responsive', 'closed'])('a window that is %s takes the question back, and a late answer ends nothing', async (event) => {
  const { window, questions, answer, ended } = hungWindow();
  window.emit('unresponsive');
  window.emit(event);
  expect(questions[0]?.signal.aborted).toBe(true);
  await answer(true);
  expect(ended()).toBe(0);
});
