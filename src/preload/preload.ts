import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { channels, type Bridge, type PortMessage } from '../shared/bridge.ts';

const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(channels.call, name, input),
  offerFile: (file) => ipcRenderer.invoke(channels.file, pathOf(file)),
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

/** Returns the path of a file that a person gave to the page, or an empty string for a file that the page created and for anything else. */
function pathOf(file: unknown): string {
  return file instanceof File ? webUtils.getPathForFile(file) : '';
}

// Ports cannot cross the context bridge; they are posted to the page, which accepts them from its own window only.
ipcRenderer.on(channels.port, (event, host: PortMessage['host']) => {
  const message: PortMessage = { type: 'carrel-port', host };
  window.postMessage(message, location.origin, [...event.ports]);
});
