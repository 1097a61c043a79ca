import type { Reply } from './rpc.ts';

/** What the preload script exposes as `window.carrel`: calls to the main process and its events. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Reply>;
  /**
   * Hands over a file that was dropped on the window. The preload script finds its path, which the page never sees; later calls refer to it
   * as the file that was dropped last. The reply's value is an OfferedFile; it fails if this is not a file on this computer.
   */
  offerFile(file: unknown): Promise<Reply>;
  /** Calls `listener` for each event until the returned function is called. */
  onEvent(listener: (name: string, data: unknown) => void): () => void;
  /** Tells the preload script that the page is listening. It then sends the engines' ports as `PortMessage`s. */
  ready(): void;
}

/** A dropped file as the page sees it: its name without the folder, and whether it has the file extension of a site pack. */
export interface OfferedFile {
  readonly name: string;
  readonly isSitePack: boolean;
}

/** Posted to the page by the preload script with one MessagePort, and again when an engine restarts. */
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
