import type { Reply } from './rpc.ts';

/** What the preload script puts on the window as `window.carrel`: calls to the main process, and its events. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Reply>;
  /** Calls `listener` for each event until the returned function is called. */
  onEvent(listener: (name: string, data: unknown) => void): () => void;
  /** Tells the preload script that the page listens: the engines' ports follow as `PortMessage`s. */
  ready(): void;
}

/** Posted to the page by the preload script with one MessagePort; sent again when an engine restarts. */
export interface PortMessage {
  readonly type: 'carrel-port';
  readonly host: 'reader' | 'writer';
}

/** Channel names between the main process and the preload script. */
export const channels = {
  call: 'carrel:call',
  event: 'carrel:event',
  ready: 'carrel:ready',
  port: 'carrel:port',
} as const;
