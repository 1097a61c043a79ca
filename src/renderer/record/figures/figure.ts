import type { ReactNode } from 'react';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { fitEnd, textWidth as widthOf } from '../../ui/format/text-width.ts';
import type { Condition } from '../../../shared/query.ts';

/** In pixels from the top left corner of the drawing. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An item of a drawing that can be hovered, reached by keyboard, opened and selected. */
export interface Mark {
  /** Unique within the drawing. */
  readonly id: string;
  /** Null if it does not belong to exactly one subject. */
  readonly subject: string | null;
  /** Lines of the tooltip, also announced by screen readers; the first line is its name. */
  readonly says: readonly string[];
  /** The outlined area. */
  readonly box: Box;
  /** The hit area, if it differs from `box`. */
  readonly reach?: Box;
}

/** The visible part of a drawing, in pixels from its top. */
export interface View {
  readonly top: number;
  readonly bottom: number;
}

/** A chart drawn at one size. All colours are tokens (`var(--…)`) in attributes, so that the drawing can be saved as a file. */
export interface Drawing {
  /** SVG. It scrolls if `height` exceeds the requested height; a very tall one is a function that draws only the visible part. */
  readonly picture: ReactNode | ((view: View) => ReactNode);
  readonly height: number;
  /** Stays in place below a scrolling picture, such as an axis. */
  readonly foot?: { readonly picture: ReactNode; readonly height: number };
  /** Left and Right move within a row, Up and Down to the nearest mark of another row. */
  readonly rows: readonly (readonly Mark[])[];
  /** The axes along which dragging selects; null if marks cannot be selected. */
  readonly brush: 'x' | 'y' | 'xy' | null;
  /** Drawn over the picture for the hovered mark, and for the first mark of each selected subject; an outline if omitted. */
  readonly highlight?: (mark: Mark, because: 'pointed' | 'picked') => ReactNode;
}

/** Parts of a sentence, some of them bold. */
export type Sentence = readonly (string | { readonly strong: string })[];

/**
 * What a chart shows as a table, including what it omits. `share`: relative width, by default 1; `width`: minimum width in pixels at which
 * no cell is truncated. The table scrolls if there is less space.
 */
export interface TwinTable {
  readonly columns: readonly { readonly title: string; readonly right?: boolean; readonly share?: number; readonly width?: number }[];
  readonly rows: readonly TwinRow[];
}

export interface TwinRow {
  readonly key: string;
  /** If set, the first cell opens the row. */
  readonly subject: string | null;
  readonly cells: readonly string[];
}

/** `shape`: an SVG path within 12 × 12 pixels. */
export interface LegendItem {
  readonly shape: string;
  readonly color: string;
  readonly words: string;
}

/** One group of records that a chart omits or counts. */
export interface Omission {
  /** Who or how many, and why: "no baseline sum: 0044, 0058". */
  readonly words: string;
  /** Conditions that open the rows; null if there are too many values to list. */
  readonly where: readonly Condition[] | null;
}

/** A chart: everything needed to show it, its table and its file. */
export interface Figure {
  /** Part of the file name: lower-case letters and hyphens. */
  readonly name: string;
  readonly title: string;
  /** The dataset whose rows it shows. */
  readonly dataset: DatasetName;
  /** The main finding, with numbers. */
  readonly sentence: Sentence;
  /** The number of subjects, and the limits of interpretation. */
  readonly caption: string;
  /** Counts within what is drawn; each opens its rows. */
  readonly counted?: readonly Omission[];
  /** What is not drawn, by reason; each opens its rows. */
  readonly omissions?: readonly Omission[];
  /** Label before `omissions`, by default "Not drawn". */
  readonly omittedAs?: string;
  /** An action that changes what is drawn, shown after the caption. */
  readonly step?: { readonly label: string; readonly take: () => void };
  readonly legend: readonly LegendItem[];
  /** Message shown instead of the chart if there is nothing to draw; otherwise null. */
  readonly nothing: string | null;
  readonly draw: (size: Size) => Drawing;
  /** With many rows this should be a getter, so that the table is built only when needed. */
  readonly table: TwinTable;
  /** Height of the drawing in a file, where it is `fileWidth` wide. */
  readonly fileHeight: number;
}

/** Width of the drawing in a file. */
export const fileWidth = 1080;

/** The picture of a drawing, or only its visible part if it supports that. */
export function pictureOf({ picture, height }: Drawing, view: View = { top: 0, bottom: height }): ReactNode {
  return typeof picture === 'function' ? picture(view) : picture;
}

export function plainWords(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.strong)).join('');
}

export const notDrawn = 'Not drawn';
/** Label before `counted`. */
export const drawnAs = 'Among them';

/** Caption and omissions as plain words, for files. */
export function captionWords({
  caption,
  counted = [],
  omissions = [],
  omittedAs = notDrawn,
}: Pick<Figure, 'caption' | 'counted' | 'omissions' | 'omittedAs'>): string {
  const list = (lead: string, all: readonly Omission[]): readonly string[] =>
    all.length === 0 ? [] : [`${lead}: ${all.map(({ words }) => words).join('; ')}.`];
  return [caption, ...list(drawnAs, counted), ...list(omittedAs, omissions)].join(' ');
}

/** Font size of a drawing, in pixels. */
const drawnSize = 11;
/** Maximum width of a subject name in a drawing, in pixels; longer names are shortened. */
const widestName = 200;

/** A subject name that fits in a drawing, shortened at the start. */
export function shortName(subject: string, room = widestName): string {
  return fitEnd(subject, Math.min(room, widestName), { size: drawnSize });
}

/** Estimated width of a text in a drawing, in pixels; tends to overestimate. */
export function textWidth(text: string, weight: 400 | 600 = 400): number {
  return widthOf(text, { size: drawnSize, weight });
}
