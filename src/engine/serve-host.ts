import { printUnexpected } from '../core/platform/print-unexpected.ts';
import { serve } from '../shared/answering.ts';
import type { Emit, Handlers } from '../shared/rpc.ts';
import type { ParentLine } from './lines.ts';

/** An installed program runs from its archive. */
const isPackaged = import.meta.dirname.includes('.asar');

/** Serves one host over every port that main hands over. */
export function serveHost<H extends 'reader' | 'writer'>(parent: ParentLine, windows: Set<Emit>, host: H, handlers: Handlers<H>): void {
  parent.onPort((port) => {
    const { emit } = serve(host, handlers, port, isPackaged ? undefined : printUnexpected);
    windows.add(emit);
    port.closed(() => {
      windows.delete(emit);
    });
  });
}
