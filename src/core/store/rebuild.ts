import type { ReadableStudy } from './study.ts';

/** placeholder body until staging exists */
export function rebuildProjections(_study: ReadableStudy): void {}
