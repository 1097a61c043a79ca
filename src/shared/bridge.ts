import type { Reply } from './rpc.ts';

/** What the preload script puts on the window as `window.carrel`: calls to the main process, and its events. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Reply>;
  /**
   * Hands over a file that a person dropped on the window: the preload script finds its path, which the page never learns, and which
   * calls then mean by "the file that was dropped last". The reply's value is an OfferedFile; refused for what is no file of this computer.
   */
  offerFile(file: unknown): Promise<Reply>;
  /** Calls `listener` for each event until the returned function is called. */
  onEvent(listener: (name: string, data: unknown) => void): () => void;
  /** Tells the preload script that the page listens: the engines' ports follow as `PortMessage`s. */
  ready(): void;
}

/** A dropped file as the page sees it: its name without a folder, and whether it is named as a site pack is. */
export interface OfferedFile {
  readonly name: string;
  readonly isSitePack: boolean;
}

/** Posted to the page by the preload script with one MessagePort; sent again when an engine restarts. */
export interface PortMessage {
  readonly type: 'carrel-port';
  readonly host: 'reader' | 'writer';
}

/** Channel names between the main process and the preload script. */
export const channels = {
  call: 'carrel:call',
  file: 'carrel:file',
  event: 'carrel:event',
  ready: 'carrel:ready',
  port: 'carrel:port',
} as const;
