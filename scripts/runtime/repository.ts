import { resolve } from 'node:path';

/** The root folder of this checkout. */
export const repositoryFolder = resolve(import.meta.dirname, '..', '..');
