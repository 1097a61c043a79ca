import { parseArgs } from 'node:util';
import { endQuietly } from './end-quietly.ts';
import { parentLine } from './lines.ts';

const { values } = parseArgs({ options: { role: { type: 'string' }, 'data-dir': { type: 'string' } } });
const parent = parentLine();
// An installed program runs from its archive. Someone who runs Carrel from source sees the whole error.
if (import.meta.dirname.includes('.asar')) endQuietly();

// Only the code of the role is loaded, completely before anything listens; messages sent by main meanwhile wait.
switch (values.role) {
  case 'writer':
    await import('./writer.ts').then((role) => {
      role.serveWriter(parent, values['data-dir'] ?? '');
    });
    break;
  case 'reader':
    await import('./reader.ts').then((role) => {
      role.serveReader(parent);
    });
    break;
  case 'preparer':
    await import('./preparer.ts').then((role) => {
      role.servePreparer(parent);
    });
    break;
  case 'file-task':
    await import('./file-task.ts').then((role) => {
      role.serveTask(parent);
    });
    break;
  case 'backup':
    await import('./backup.ts').then((role) => {
      role.serveBackup(parent, values['data-dir'] ?? '');
    });
    break;
  case 'packer':
    await import('./packer.ts').then((role) => {
      role.servePacker(parent);
    });
    break;
  default:
    await import('./exporter.ts').then((role) => {
      role.serveExport(parent);
    });
}
