import { parseArgs } from 'node:util';
import { createReaderHandlers } from '../core/query/reader-calls.ts';
import { createWriterHandlers } from '../core/sync/writer-calls.ts';
import { isFallbackRuntime } from '../shared/runtime.ts';
import { serve, type Emit, type Handlers } from '../shared/rpc.ts';
import { askingHost } from './asking-host.ts';
import { createDirectory } from './directory.ts';
import { serveExport } from './exporter.ts';
import { parentLine } from './lines.ts';

const { values } = parseArgs({ options: { role: { type: 'string' }, 'data-dir': { type: 'string' } } });
const parent = parentLine();
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

if (values.role === 'writer') {
  serveHost(
    'writer',
    createWriterHandlers(askingHost(parent, values['data-dir'] ?? ''), emitToAll, {
      loopbackOnly: isFallbackRuntime(process.versions.electron),
    }),
  );
} else {
  const directory = createDirectory();
  parent.onMessage((message) => {
    if (message.type === 'studies') directory.update(message.studies);
  });
  if (values.role === 'reader') serveHost('reader', createReaderHandlers(directory));
  else serveExport(parent, directory);
}
