/*
 * The built Carrel on a runtime that poses as the declared one, in main and in the engines: the fallback runtime of a test machine
 * refuses every service that is not on this computer, and a proxy is used only for other services.
 */
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { utilityProcess } from 'electron';
import './declare.cjs';

const { fork } = utilityProcess;
const engine = join(import.meta.dirname, 'engine.js');
utilityProcess.fork = (path, ...rest) => fork(basename(path) === 'engine.js' ? engine : path, ...rest);

await import(pathToFileURL(join(import.meta.dirname, '../../../out/main/index.js')).href);
