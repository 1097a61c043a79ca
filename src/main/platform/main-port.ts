import type { MessagePortMain } from 'electron';
import type { Frame, Port } from '../../shared/rpc.ts';

/** Adapts an Electron message port for calls. */
export function overMainPort(port: MessagePortMain): Port {
  port.start();
  return {
    send: (frame) => {
      port.postMessage(frame);
    },
    receive: (listener) => {
      port.on('message', (event) => {
        listener(event.data as Frame);
      });
    },
    closed: (listener) => {
      port.on('close', listener);
    },
  };
}
