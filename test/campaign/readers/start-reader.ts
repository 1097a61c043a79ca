import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StudyAccess } from '../../../src/shared/engine-protocol.ts';
import { connect, type AnyCall } from '../../../src/shared/rpc.ts';
import type { FromReader, ToReader } from './reader-process.ts';

/** The reader engine in a process of its own. */
export interface ReaderProcess {
  readonly call: AnyCall;
  showStudies(studies: readonly StudyAccess[]): void;
  /** Closes its files, which the next call opens again. */
  reopen(): void;
  stop(): Promise<void>;
}

/** `studies`: main's answer when the engine asks for them. */
export function startReader(studies: () => Promise<readonly StudyAccess[]>): ReaderProcess {
  const child = fork(fileURLToPath(new URL('./reader-process.ts', import.meta.url)), [], { serialization: 'advanced', env: {} });
  const send = (message: ToReader): void => {
    child.send(message);
  };
  const call = connect(
    {
      send: (frame) => send({ type: 'frame', frame }),
      receive: (listener) => {
        child.on('message', (message: FromReader) => {
          if (message.type === 'frame') listener(message.frame);
        });
      },
      closed: (listener) => {
        child.once('exit', listener);
      },
    },
    () => undefined,
  );
  child.on('message', (message: FromReader) => {
    if (message.type !== 'ask') return;
    const { id } = message;
    void studies().then((value) => {
      send({ type: 'answer', id, reply: { ok: true, value } });
    });
  });
  return {
    call,
    showStudies: (studies) => send({ type: 'studies', studies }),
    reopen: () => send({ type: 'reopen' }),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill();
      }),
  };
}
