import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEnginesAhead, type EnginesAhead } from '../../../src/main/engines/engines-ahead.ts';
import type { Engines } from '../../../src/main/engines/engines.ts';

let started: Engines[] = [];
let stopped: Engines[] = [];
/** Whether a reader that waits still runs. */
let runs = true;
let ahead: EnginesAhead;
const untilDrawn = 1000;

beforeEach(() => {
  vi.useFakeTimers();
  [started, stopped, runs] = [[], [], true];
  ahead = createEnginesAhead(() => {
    const engines = {
      isUsable: () => runs,
      stop: async () => {
        stopped.push(engines);
        return null;
      },
    } as Engines;
    started.push(engines);
    return engines;
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test('starts engines once, after a pause in which the locked page is drawn, and hands them over', () => {
  ahead.prepare();
  vi.advanceTimersByTime(untilDrawn - 1);
  expect(started).toHaveLength(0);
  vi.advanceTimersByTime(1);
  ahead.prepare();
  vi.advanceTimersByTime(untilDrawn);
  expect(started).toHaveLength(1);
  expect(ahead.take()).toBe(started[0]);
  expect(ahead.take()).toBe(started[1]);
  expect(stopped).toEqual([]);
});

test('starts none after new ones were taken or all were stopped during the pause', async () => {
  ahead.prepare();
  ahead.take();
  vi.advanceTimersByTime(untilDrawn);
  expect(started).toHaveLength(1);
  ahead.prepare();
  await ahead.stop();
  vi.advanceTimersByTime(untilDrawn);
  expect(started).toHaveLength(1);
});

test('stops those that wait, once, and none that were handed over', async () => {
  ahead.prepare();
  vi.advanceTimersByTime(untilDrawn);
  await ahead.stop();
  await ahead.stop();
  expect(stopped).toEqual(started);
  ahead.take();
  await ahead.stop();
  expect(stopped).toHaveLength(1);
});

test('hands over new ones if the reader that waited stopped again and again', () => {
  ahead.prepare();
  vi.advanceTimersByTime(untilDrawn);
  runs = false;
  expect(ahead.take()).toBe(started[1]);
  expect(stopped).toEqual([started[0]]);
});
