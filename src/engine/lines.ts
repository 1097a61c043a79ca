import type { FromEngine, ToEngine } from '../shared/engine-protocol.ts';
import type { Frame, Port } from '../shared/rpc.ts';

/** A port as Electron gives it to a utility process. */
interface EnginePort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
}

/** The line to the main process. All messages on it come from Carrel itself. */
export interface ParentLine {
  send(message: FromEngine): void;
  onMessage(listener: (message: ToEngine) => void): void;
  onPort(listener: (port: Port) => void): void;
}

export function parentLine(): ParentLine {
  const parent = process.parentPort;
  return {
    send: (message) => {
      parent.postMessage(message);
    },
    onMessage: (listener) => {
      parent.on('message', (event) => {
        listener(event.data as ToEngine);
      });
    },
    onPort: (listener) => {
      parent.on('message', (event) => {
        const [port] = event.ports;
        if (port !== undefined) listener(overEnginePort(port));
      });
    },
  };
}

function overEnginePort(port: EnginePort): Port {
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
