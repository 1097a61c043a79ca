import { describe, expect, test } from 'vitest';
import { createEngineLine, portOver } from '../../../src/renderer/data/port/engine-line.ts';
import { createEventHub } from '../../../src/renderer/data/port/data-source.ts';
import type { Frame } from '../../../src/shared/rpc.ts';

/** The engine’s end of a channel: answers with its name, or never if it has none. */
function engine(name: string | null): { readonly port: MessagePort; readonly end: MessagePort } {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = (event: MessageEvent<Frame>) => {
    if (event.data.type === 'call' && name !== null)
      port1.postMessage({ type: 'reply', id: event.data.id, reply: { ok: true, value: name } } satisfies Frame);
  };
  return { port: port2, end: port1 };
}

const deaf = (): void => undefined;

describe('the line to an engine', () => {
  test('holds a call until the engine is there', async () => {
    const line = createEngineLine(deaf);
    const answer = line.call('studies.list', undefined);
    const { port, end } = engine('first');
    line.replace(portOver(port));
    expect(await answer).toBe('first');
    end.close();
  });

  test('rejects pending calls when a new port arrives, and uses that port from then on', async () => {
    const line = createEngineLine(deaf);
    const silent = engine(null);
    line.replace(portOver(silent.port));
    const owed = line.call('studies.list', undefined);
    const outcome = expect(owed).rejects.toMatchObject({ code: 'STORE' });
    await Promise.resolve();
    const second = engine('second');
    line.replace(portOver(second.port));
    await outcome;
    expect(await line.call('studies.list', undefined)).toBe('second');
    second.end.close();
  });

  test('rejects waiting and new calls at once after the engine was given up, until there is a port again', async () => {
    const line = createEngineLine(deaf);
    const waiting = expect(line.call('studies.list', undefined)).rejects.toThrow('will not restart by itself');
    line.refuse();
    await waiting;
    await expect(line.call('studies.list', undefined)).rejects.toThrow('will not restart by itself');
    const { port, end } = engine('again');
    line.replace(portOver(port));
    expect(await line.call('studies.list', undefined)).toBe('again');
    end.close();
  });

  test('rejects the calls of an engine that ends, and holds later ones for the next engine', async () => {
    const line = createEngineLine(deaf);
    const dying = engine(null);
    line.replace(portOver(dying.port));
    const owed = expect(line.call('studies.list', undefined)).rejects.toMatchObject({ code: 'STORE' });
    await Promise.resolve();
    dying.end.close();
    await owed;
    const later = line.call('studies.list', undefined);
    const next = engine('next');
    line.replace(portOver(next.port));
    expect(await later).toBe('next');
    next.end.close();
  });

  test('passes on events of the engine', async () => {
    const heard = Promise.withResolvers<unknown>();
    const line = createEngineLine((name, data) => {
      heard.resolve([name, data]);
    });
    const { port, end } = engine(null);
    line.replace(portOver(port));
    end.postMessage({ type: 'event', name: 'export.progress', data: { rows: 1, of: 2 } } satisfies Frame);
    expect(await heard.promise).toEqual(['export.progress', { rows: 1, of: 2 }]);
    end.close();
  });
});

test('an event reaches the subscribers of its name until they unsubscribe', () => {
  const hub = createEventHub();
  const heard: unknown[] = [];
  const stop = hub.subscribe('network.changed', (data) => {
    heard.push(data);
  });
  hub.emit('lock.soon', { seconds: null });
  hub.emit('network.changed', { online: false });
  stop();
  hub.emit('network.changed', { online: true });
  expect(heard).toEqual([{ online: false }]);
});
