import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { App } from 'electron';
import { beforeEach, expect, test } from 'vitest';
import { quitInOrder } from '../../../src/main/shell/quit.ts';
import { createCloseQuestion } from '../../../src/main/window/close-question.ts';

/** Ends as Electron does: unless a listener of `before-quit` prevents it. */
class Ending extends EventEmitter {
  ended = false;
  relaunches = 0;

  quit(): void {
    this.ended = true;
    this.emit('before-quit', {
      preventDefault: () => {
        this.ended = false;
      },
    });
  }
  relaunch(): void {
    this.relaunches++;
  }
}

/** The answer of a person who is asked whether to cancel running work; null while nothing runs. */
let answer: boolean | null;
let app: Ending;
let stopped: number;
let closing: PromiseWithResolvers<void>;

beforeEach(() => {
  app = new Ending();
  stopped = 0;
  answer = null;
  closing = Promise.withResolvers();
  watch('linux');
});

function watch(platform: NodeJS.Platform): void {
  const question = createCloseQuestion(
    () => (answer === null ? null : 'An export'),
    async () => answer === true,
  );
  quitInOrder(app as unknown as App, { close: () => closing.promise, stops: [() => stopped++], question }, { env: {}, platform });
}

test.each([
  ['keeps running if a person wants to wait', false, [0, false]],
  ['ends if a person cancels the work', true, [1, true]],
])('on macOS, where Quit does not close the window first, Carrel %s', async (_, given, expected) => {
  app.removeAllListeners();
  watch('darwin');
  answer = given;
  closing.resolve();
  app.quit();
  await setImmediate();
  expect([stopped, app.ended]).toEqual(expected);
});

test('elsewhere a signal ends Carrel without a question, which nobody might answer', async () => {
  answer = false;
  closing.resolve();
  app.quit();
  await setImmediate();
  expect([stopped, app.ended]).toEqual([1, true]);
});

test('Carrel ends once the vault is closed, however often it is told to quit', async () => {
  app.emit('window-all-closed');
  app.quit();
  expect([stopped, app.ended]).toEqual([1, false]);
  closing.resolve();
  await setImmediate();
  expect([stopped, app.ended, app.relaunches]).toEqual([1, true, 0]);
});

test('a start while it ends is not lost: Carrel starts again', async () => {
  app.emit('window-all-closed');
  app.emit('second-instance');
  expect(app.relaunches).toBe(0);
  closing.resolve();
  await setImmediate();
  expect([app.ended, app.relaunches]).toEqual([true, 1]);
});

test('a start before that brings the window to the front and starts nothing', async () => {
  app.emit('second-instance');
  app.emit('window-all-closed');
  closing.resolve();
  await setImmediate();
  expect([app.ended, app.relaunches]).toEqual([true, 0]);
});
