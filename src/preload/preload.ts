import { contextBridge, ipcRenderer } from 'electron';
import { channels, type Bridge, type PortMessage } from '../shared/bridge.ts';

const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(channels.call, name, input),
  onEvent: (listener) => {
    const forward = (_event: unknown, name: string, data: unknown): void => {
      listener(name, data);
    };
    ipcRenderer.on(channels.event, forward);
    return () => {
      ipcRenderer.off(channels.event, forward);
    };
  },
  ready: () => {
    ipcRenderer.send(channels.ready);
  },
};

contextBridge.exposeInMainWorld('carrel', bridge);

// Ports cannot cross the context bridge; they are posted to the page, which accepts them from its own window only.
ipcRenderer.on(channels.port, (event, host: PortMessage['host']) => {
  const message: PortMessage = { type: 'carrel-port', host };
  window.postMessage(message, location.origin, [...event.ports]);
});
