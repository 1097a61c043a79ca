/*
 * Carrel as it is built, on a runtime that says that it is the declared one, in main and in the engines: the fallback runtime of a test
 * machine refuses every service that is not on this computer, and no other service has a proxy.
 */
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { utilityProcess } from 'electron';
import './declare.cjs';

const { fork } = utilityProcess;
const engine = join(import.meta.dirname, 'engine.js');
utilityProcess.fork = (path, ...rest) => fork(basename(path) === 'engine.js' ? engine : path, ...rest);

await import(pathToFileURL(join(import.meta.dirname, '../../../out/main/index.js')).href);
