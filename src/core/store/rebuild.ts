import type { ReadableStudy } from './study-file.ts';

/** placeholder body until staging exists */
export function rebuildProjections(_study: ReadableStudy): void {}
