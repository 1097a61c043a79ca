import type { CSSProperties } from 'react';
import { widest } from '../format/text-width.ts';

/** Left and right of an identifier in its cell, in pixels; no column of subjects is narrower or wider than these. */
const beside = 22;
const narrowest = 66;
const mostWide = 320;

/** How wide a column of these subjects has to be, in pixels. */
export function subjectPixels(subjects: Iterable<string>): number {
  return Math.min(mostWide, Math.max(narrowest, Math.ceil(widest(subjects, { weight: 600 })) + beside));
}

/** `--subject-column` for a table, list or matrix: as wide as the longest of its subjects, so that each is read whole. */
export function subjectWidth(subjects: Iterable<string>): CSSProperties {
  return { '--subject-column': `${String(subjectPixels(subjects))}px` } as CSSProperties;
}
