import { createReaderHandlers } from '../../../src/core/calls/reader-calls.ts';
import { askingOver } from '../../../src/engine/asking.ts';
import { createDirectory } from '../../../src/engine/directory.ts';
import type { FromEngine, StudyAccess, ToEngine } from '../../../src/shared/engine-protocol.ts';
import { serve } from '../../../src/shared/answering.ts';
import type { Frame } from '../../../src/shared/rpc.ts';

/** Messages to the reader's process: those of main to the engine, the window's frames, or a request to reopen its files. */
export type ToReader =
  | Extract<ToEngine, { readonly type: 'studies' | 'answer' }>
  | { readonly type: 'frame'; readonly frame: Frame }
  | { readonly type: 'reopen' };
/** Messages from it: its questions to main, and frames to the window. */
export type FromReader = FromEngine | { readonly type: 'frame'; readonly frame: Frame };

/** The reader engine as src/engine serves it, over the channel of a plain Node process instead of Electron's. */
const send = (message: FromReader): void => {
  process.send?.(message);
};
const ask = askingOver({
  send,
  onMessage: (listener) => {
    process.on('message', (message: ToReader) => {
      if (message.type === 'answer') listener(message);
    });
  },
});
const directory = createDirectory(() => ask('studies'));
let known: readonly StudyAccess[] = [];
process.on('message', (message: ToReader) => {
  if (message.type === 'reopen') setImmediate(reopen);
  if (message.type !== 'studies') return;
  known = message.studies;
  directory.update(known);
});
/** Only between two calls: main does not remove a study during a query. */
function reopen(): void {
  directory.update([]);
  directory.update(known);
}
serve('reader', createReaderHandlers(directory), {
  send: (frame) => {
    send({ type: 'frame', frame });
  },
  receive: (listener) => {
    process.on('message', (message: ToReader) => {
      if (message.type === 'frame') listener(message.frame);
    });
  },
  closed: (listener) => {
    process.on('disconnect', listener);
  },
});
