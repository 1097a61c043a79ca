import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../../../src/shared/answering.ts';
import { overElectronPort } from '../../../src/shared/electron-port.ts';
import type { Handlers } from '../../../src/shared/rpc.ts';

test('whatever a page sends that is no call is ignored, and later calls are answered', async () => {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => {
    port1.close();
  });
  const port = {
    postMessage: (message: unknown) => {
      port1.postMessage(message);
    },
    on: (event: string, listener: (event: { readonly data: unknown }) => void) =>
      port1.on(event, (data: unknown) => {
        listener({ data });
      }),
    start: () => undefined,
  };
  serve('reader', {} as unknown as Handlers<'reader'>, overElectronPort(port));
  const strange = [null, undefined, 7, 'call', [], {}, { type: 'call' }, { type: 'call', id: 1, name: {} }, { type: 'call', name: null }];
  for (const frame of strange) port2.postMessage(frame);
  port2.postMessage({ type: 'call', id: 42, name: 'nothing', input: undefined });
  expect(await once(port2, 'message')).toEqual([{ type: 'reply', id: 42, reply: expect.objectContaining({ ok: false }) }]);
});
