import './declare.cjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

await import(pathToFileURL(join(import.meta.dirname, '../../../out/main/engine.js')).href);
