import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { App } from 'electron';
import { beforeEach, expect, test } from 'vitest';
import { quitInOrder } from '../../../src/main/shell/quit.ts';

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

let app: Ending;
let stopped: number;
let closing: PromiseWithResolvers<void>;

beforeEach(() => {
  app = new Ending();
  stopped = 0;
  closing = Promise.withResolvers();
  quitInOrder(app as unknown as App, { close: () => closing.promise, stops: [() => stopped++] });
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
