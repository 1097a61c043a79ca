import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchComputer, watchIdle } from '../../../src/main/shell/idle-lock.ts';
import { defaultSecurity } from '../../../src/shared/security.ts';
import type { SecuritySettings } from '../../../src/shared/security-schema.ts';

const system = vi.hoisted(() => ({ monitor: null as EventEmitter | null, state: 'active' }));
vi.mock('electron', () => ({
  powerMonitor: {
    on: (name: string, listener: () => void) => system.monitor?.on(name, listener),
    getSystemIdleState: () => system.state,
  },
}));

const MINUTE = 60_000;

let settings: SecuritySettings | null;
let locked: string[];
let warned: (number | null)[];
let idle: ReturnType<typeof watchIdle>;

beforeEach(() => {
  vi.useFakeTimers();
  system.monitor = new EventEmitter();
  system.state = 'active';
  settings = { ...defaultSecurity, lockWithComputer: false };
  locked = [];
  warned = [];
  idle = watchIdle({
    settings: () => settings,
    warn: (seconds) => warned.push(seconds),
    lock: (why) => locked.push(why),
  });
});
afterEach(() => {
  idle.stop();
  vi.useRealTimers();
});

/** The computer sleeps: the wall clock goes on, and no timer fires. */
function sleep(minutes: number): void {
  vi.setSystemTime(Date.now() + minutes * MINUTE);
}

test('the movement that wakes a computer does not prevent the lock that is due', () => {
  sleep(20);
  idle.used();
  expect(locked).toEqual(['idle']);
});

test('a movement after a shorter sleep counts as use', () => {
  sleep(14);
  idle.used();
  vi.advanceTimersByTime(14 * MINUTE - 1000);
  expect(locked).toEqual([]);
  vi.advanceTimersByTime(MINUTE + 1000);
  expect(locked[0]).toBe('idle');
});

test('an idle window locks by itself, after a warning that a movement ends', () => {
  vi.advanceTimersByTime(14 * MINUTE + 30_000);
  expect(warned.at(-1)).toBe(30);
  idle.used();
  expect(warned.at(-1)).toBeNull();
  vi.advanceTimersByTime(14 * MINUTE);
  expect(locked).toEqual([]);
  vi.advanceTimersByTime(MINUTE);
  expect(locked).toEqual(['idle']);
});

test('a sleep while locked locks nothing after the unlock', () => {
  settings = null;
  sleep(20);
  idle.used();
  settings = { ...defaultSecurity, lockWithComputer: false };
  vi.advanceTimersByTime(1000);
  expect(locked).toEqual([]);
});

test('a locked screen that no event reports locks, if the settings say so', () => {
  system.state = 'locked';
  vi.advanceTimersByTime(1000);
  expect(locked).toEqual([]);
  settings = defaultSecurity;
  vi.advanceTimersByTime(1000);
  expect(locked).toEqual(['computer']);
});

test.each(['lock-screen', 'suspend', 'user-did-resign-active'])('the system reports a computer that nobody watches: %s', (name) => {
  const locks = vi.fn();
  watchComputer(locks);
  system.monitor?.emit(name);
  expect(locks).toHaveBeenCalledOnce();
});
