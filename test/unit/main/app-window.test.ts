import { EventEmitter } from 'node:events';
import type { MessagePortMain } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAppWindow, type AppWindow } from '../../../src/main/window/app-window.ts';
import { createCloseQuestion } from '../../../src/main/window/close-question.ts';

const electron = vi.hoisted(() => ({ answer: 0, asked: 0, opened: null }));
vi.mock('electron', () => ({
  dialog: {
    showMessageBox: () => {
      electron.asked++;
      return Promise.resolve({ response: electron.answer });
    },
  },
  Menu: {},
}));
vi.mock('../../../src/main/window/window.ts', () => ({ createWindow: () => electron.opened }));

/** Stands in for an Electron window: posting to a page whose process is gone throws. */
class Drawn extends EventEmitter {
  loads = 0;
  closed = 0;
  handed = 0;
  readonly webContents = Object.assign(new EventEmitter(), {
    postMessage: () => {
      if (this.#isGone) throw new Error('Render frame was disposed before WebFrameMain could be accessed');
      this.handed++;
    },
  });
  #isGone = false;

  loadURL(): Promise<void> {
    this.loads++;
    this.#isGone = false;
    return Promise.resolve();
  }

  getNormalBounds(): object {
    return { x: 1, y: 2, width: 800, height: 600 };
  }

  isMaximized(): boolean {
    return true;
  }

  isDestroyed(): boolean {
    return false;
  }

  close(): void {
    this.closed++;
  }

  loseProcess(): void {
    this.#isGone = true;
    this.webContents.emit('render-process-gone', {}, { reason: 'killed' });
  }
}

let drawn: Drawn;
let window: AppWindow;
let closedPorts: number;
let running: string | null;
let places: unknown[];
const port = { close: () => closedPorts++ } as unknown as MessagePortMain;

beforeEach(() => {
  vi.useFakeTimers();
  drawn = new Drawn();
  Object.assign(electron, { answer: 0, asked: 0, opened: drawn });
  closedPorts = 0;
  window = createAppWindow();
  running = null;
  places = [];
  const question = createCloseQuestion(() => running, window.askToClose);
  window.open({ partition: 'carrel', place: null, onPlace: (place) => places.push(place), question, onHung: () => undefined });
  window.arrived();
});
afterEach(() => {
  vi.useRealTimers();
});

test('closes a port for a page that lost its process, and gives the reloaded page its own', () => {
  drawn.loseProcess();
  window.sendPort('writer', port);
  expect([drawn.handed, closedPorts]).toEqual([0, 1]);
  vi.runAllTimers();
  expect(drawn.loads).toBe(2);
  window.arrived();
  window.sendPort('writer', port);
  expect([drawn.handed, closedPorts]).toEqual([1, 1]);
});

test.each([
  ['loaded again', 0, [7, 0]],
  ['closed', 1, [6, 1]],
])('asks without blocking about a page that keeps losing its process, which is then %s', async (_what, answer, expected) => {
  electron.answer = answer;
  for (let times = 0; times < 6; times++) {
    drawn.loseProcess();
    await vi.runAllTimersAsync();
  }
  expect(electron.asked).toBe(1);
  expect([drawn.loads, drawn.closed]).toEqual(expected);
  drawn.loseProcess();
  await vi.runAllTimersAsync();
  expect(electron.asked).toBe(1);
});

describe('closing the window', () => {
  /** Closes as a person does; true if it stayed open. */
  const close = (): boolean => {
    let stays = false;
    drawn.emit('close', { preventDefault: () => (stays = true) });
    return stays;
  };

  test('asks nothing if nothing runs, and tells where the window was', () => {
    expect([close(), electron.asked]).toEqual([false, 0]);
    expect(places).toEqual([{ x: 1, y: 2, width: 800, height: 600, isMaximized: true }]);
  });

  test('asks once while an export runs, and stays open for a person who waits', async () => {
    running = 'An export';
    expect([close(), close(), electron.asked]).toEqual([true, true, 1]);
    await vi.runAllTimersAsync();
    expect(drawn.closed).toBe(0);
    running = null;
    expect(close()).toBe(false);
  });

  test('closes for a person who cancels it', async () => {
    running = 'An export';
    electron.answer = 1;
    expect(close()).toBe(true);
    await vi.runAllTimersAsync();
    expect(drawn.closed).toBe(1);
    expect([close(), electron.asked]).toEqual([false, 1]);
  });
});
