import type { Frame, Port } from './rpc.ts';

/** A message port as Electron gives it to the main process and to utility processes. */
interface ElectronPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
}

/** Adapts an Electron message port for calls. */
export function overElectronPort(port: ElectronPort): Port {
  return {
    send: (frame) => {
      port.postMessage(frame);
    },
    receive: (listener) => {
      port.on('message', (event) => {
        listener(event.data as Frame);
      });
      port.start();
    },
    closed: (listener) => {
      port.on('close', listener);
    },
  };
}
