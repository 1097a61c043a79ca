import { usualLimits } from '../core/query/columns-in-memory/limits.ts';
import { createWriter } from '../core/calls/writer-calls.ts';
import { isFallbackRuntime } from '../shared/runtime.ts';
import type { Emit } from '../shared/rpc.ts';
import { askingHost } from './asking-host.ts';
import { askingOver } from './asking.ts';
import type { ParentLine } from './lines.ts';
import { serveHost } from './serve-host.ts';

/** Serves syncs and reports their runs to main. */
export function serveWriter(parent: ParentLine, dataDir: string): void {
  const windows = new Set<Emit>();
  const emitToAll: Emit = (name, data) => {
    for (const emit of windows) emit(name, data);
  };
  const writer = createWriter(
    askingHost(askingOver(parent), dataDir),
    emitToAll,
    { loopbackOnly: isFallbackRuntime(process.versions.electron) },
    (run) => {
      parent.send({ type: 'syncing', run });
    },
    {
      onFirstCollected: (study, dataset, records) => {
        if (records >= usualLimits.fewestRows) parent.send({ type: 'collected', study, dataset });
      },
      onStudy: (study) => {
        parent.send({ type: 'synced', study });
      },
    },
  );
  serveHost(parent, windows, 'writer', writer.handlers);
  parent.onMessage((message) => {
    if (message.type !== 'stop') return;
    void writer.stop().then((interrupted) => {
      parent.send({ type: 'stopped', interrupted });
    });
  });
}
