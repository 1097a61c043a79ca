import { expect, test } from 'vitest';
import { keepSchedule, pauseOf } from '../../../src/renderer/data/model/schedule.ts';
import type { Model, ScheduleState } from '../../../src/renderer/data/model/model.ts';
import type { NetworkState } from '../../../src/renderer/data/model/network-state.ts';
import { createStore } from '../../../src/renderer/data/model/store.ts';
import type { StudiesState } from '../../../src/renderer/data/model/studies-state.ts';
import type { SyncState } from '../../../src/renderer/data/model/sync-state.ts';
import type { AppState, StudyCard } from '../../../src/shared/contract.ts';

/** A window in which nothing prevents a sync, except what is given. */
function windowWith(given: { locked?: true; running?: true; offline?: true; demo?: true; empty?: true; alone?: true }) {
  const connection = { baseUrl: 'http://127.0.0.1:1', partnerId: 'p', clientId: 'c', tokenStyle: 'body', demo: given.demo ?? false };
  return {
    app: createStore({ phase: given.locked ? 'locked' : 'ready', connection: given.alone ? null : connection } as AppState),
    studies: createStore<StudiesState>({ cards: given.empty ? [] : [{ study: '22-001' } as StudyCard], error: null }),
    sync: createStore<SyncState>(new Map(given.running ? [['22-001', { progress: null, finished: [], since: null }]] : [])),
    network: createStore<NetworkState>({ online: given.offline !== true, unreachable: false }),
  } satisfies Pick<Model, 'app' | 'studies' | 'sync' | 'network'>;
}

test.each([
  [{}, null],
  [{ locked: true }, 'locked'],
  [{ running: true }, 'running'],
  [{ offline: true }, 'offline'],
  [{ offline: true, demo: true }, null],
  [{ empty: true }, 'no studies'],
  [{ alone: true }, 'no service'],
] as const)('%o pauses as %s', (given, paused) => {
  expect(pauseOf(windowWith(given))).toBe(paused);
});

test('a page reloaded by a lock continues the schedule of its window', () => {
  const items = new Map<string, string>();
  const storage = { getItem: (name: string) => items.get(name) ?? null, setItem: (name: string, value: string) => items.set(name, value) };
  const page = (openedAt: number) => ({ schedule: createStore<ScheduleState>({ openedAt, onStart: true, lastAt: null, byItself: false }) });
  const first = page(1000);
  keepSchedule(first, storage);
  first.schedule.update((before) => ({ ...before, lastAt: 2000, byItself: true }));
  const second = page(9000);
  keepSchedule(second, storage);
  expect(second.schedule.get()).toEqual({ openedAt: 1000, onStart: true, lastAt: 2000, byItself: false });
});

test('a stored schedule of unknown shape is ignored', () => {
  const shapes = ['{"onStart":true,"lastAt":1}', '{"openedAt":1,"onStart":1,"lastAt":1}', '{"openedAt":1,"onStart":true,"lastAt":"1"}'];
  for (const kept of ['{', '{"openedAt":"1","onStart":true,"lastAt":null}', '7', 'null', ...shapes]) {
    const { schedule } = { schedule: createStore<ScheduleState>({ openedAt: 5, onStart: false, lastAt: null, byItself: false }) };
    keepSchedule({ schedule }, { getItem: () => kept, setItem: () => undefined });
    expect(schedule.get().openedAt).toBe(5);
  }
});
