import { overElectronPort } from '../shared/electron-port.ts';
import type { FromEngine, ToEngine } from '../shared/engine-protocol.ts';
import type { Port } from '../shared/rpc.ts';

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
        if (port !== undefined) listener(overElectronPort(port));
      });
    },
  };
}
