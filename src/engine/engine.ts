import { parseArgs } from 'node:util';
import { createColumnsInMemory } from '../core/query/columns-in-memory/columns-in-memory.ts';
import { createReaderHandlers } from '../core/query/reader-calls.ts';
import { createWriter } from '../core/sync/writer-calls.ts';
import type { DatasetName } from '../shared/datasets/declaration.ts';
import { AppError } from '../shared/errors.ts';
import { isFallbackRuntime } from '../shared/runtime.ts';
import { serve, type Emit, type Handlers } from '../shared/rpc.ts';
import { askingHost } from './asking-host.ts';
import { askingOver } from './asking.ts';
import { createDirectory } from './directory.ts';
import { serveExport } from './exporter.ts';
import { serveTask } from './keeper.ts';
import { parentLine } from './lines.ts';
import { servePacker } from './packer.ts';

const { values } = parseArgs({ options: { role: { type: 'string' }, 'data-dir': { type: 'string' } } });
const parent = parentLine();
const ask = askingOver(parent);
const windows = new Set<Emit>();
const emitToAll: Emit = (name, data) => {
  for (const emit of windows) emit(name, data);
};

/** Serves one host over every port that main hands over. */
function serveHost<H extends 'reader' | 'writer'>(host: H, handlers: Handlers<H>): void {
  parent.onPort((port) => {
    const { emit } = serve(host, handlers, port);
    windows.add(emit);
    port.closed(() => {
      windows.delete(emit);
    });
  });
}

/** What cannot be held in memory SQLite answers, only slower: the kind of failure is all that is told, since its text might hold data. */
function tellFailure(dataset: DatasetName, error: unknown): void {
  const kind = error instanceof AppError ? error.code : error instanceof Error ? error.name : typeof error;
  process.stderr.write(`The columns of ${dataset} could not be read into memory (${kind}). Questions about it are slower.\n`);
}

if (values.role === 'writer') {
  const writer = createWriter(
    askingHost(ask, values['data-dir'] ?? ''),
    emitToAll,
    {
      loopbackOnly: isFallbackRuntime(process.versions.electron),
    },
    (run) => {
      parent.send({ type: 'syncing', run });
    },
  );
  serveHost('writer', writer.handlers);
  parent.onMessage((message) => {
    if (message.type !== 'stop') return;
    void writer.stop().then((interrupted) => {
      parent.send({ type: 'stopped', interrupted });
    });
  });
} else if (values.role === 'keeper') serveTask(parent);
else {
  const columns = createColumnsInMemory({ report: tellFailure });
  const directory = createDirectory(
    () => ask('studies'),
    () => {
      columns.tidy();
    },
  );
  parent.onMessage((message) => {
    if (message.type === 'studies') directory.update(message.studies);
  });
  if (values.role === 'reader') serveHost('reader', createReaderHandlers(directory, columns));
  else if (values.role === 'packer') servePacker(parent, directory);
  else serveExport(parent, directory);
}
