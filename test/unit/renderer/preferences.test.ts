import { expect, test } from 'vitest';
import type { Preferences } from '../../../src/shared/contract.ts';
import { changePreferences } from '../../../src/renderer/data/model/actions.ts';
import { followEvents } from '../../../src/renderer/data/model/follow-events.ts';
import { loadModel, type Model } from '../../../src/renderer/data/model/model.ts';
import { createEventHub, type DataSource, type EventHub } from '../../../src/renderer/data/port/data-source.ts';

interface Window {
  readonly model: Model;
  readonly hub: EventHub;
  /** Stores the oldest change that waits, tells all windows, and answers. */
  readonly store: () => Promise<void>;
}

/** A window whose main process stores changes one by one, when it is told to. */
async function windowOf(): Promise<Window> {
  const hub = createEventHub();
  let stored = { density: 'comfortable', scheme: 'auto', sync: { onStart: false } } as unknown as Preferences;
  const waiting: (() => void)[] = [];
  const call = async (name: string, change: Partial<Preferences>): Promise<unknown> => {
    if (name !== 'preferences.set') return name === 'preferences.get' ? stored : { phase: 'ready' };
    await new Promise<void>((settle) => {
      waiting.push(settle);
    });
    stored = { ...stored, ...change };
    hub.emit('preferences.changed', stored);
    return stored;
  };
  const model = await loadModel({ call, subscribe: hub.subscribe } as unknown as DataSource, true);
  followEvents(model);
  const store = async (): Promise<void> => {
    waiting.shift()?.();
    await new Promise((settle) => setTimeout(settle));
  };
  return { model, hub, store };
}

test('an earlier change that was stored does not undo a later one that is not', async () => {
  const { model, store } = await windowOf();
  const changes = [changePreferences(model, { density: 'compact' }), changePreferences(model, { scheme: 'dark' })];
  await store();
  expect(model.preferences.get()).toMatchObject({ density: 'compact', scheme: 'dark' });
  await store();
  await Promise.all(changes);
  expect(model.preferences.get()).toMatchObject({ density: 'compact', scheme: 'dark' });
});

test('a change made elsewhere is shown', async () => {
  const { model, hub } = await windowOf();
  hub.emit('preferences.changed', { ...model.preferences.get(), scheme: 'light' });
  expect(model.preferences.get().scheme).toBe('light');
});
