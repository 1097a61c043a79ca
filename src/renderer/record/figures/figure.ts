import type { ReactNode } from 'react';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { fitEnd, textWidth as widthOf } from '../../ui/format/text-width.ts';
import type { Condition } from '../../../shared/query.ts';

/** In pixels of the drawing, from its top left corner. */
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

/** One thing of a drawing that can be pointed at, walked to, opened and picked. */
export interface Mark {
  /** Its own within the drawing. */
  readonly id: string;
  /** Whose it is; null where it is nobody's alone. */
  readonly subject: string | null;
  /** Read aloud, and shown beside it line by line; the first line names it. */
  readonly says: readonly string[];
  /** What is outlined. */
  readonly box: Box;
  /** Where the pointer finds it, if that is another place. */
  readonly reach?: Box;
}

/** The part of a drawing that is in view, in pixels from its top. */
export interface View {
  readonly top: number;
  readonly bottom: number;
}

/** What a chart looks like at one size. All colours are tokens (`var(--…)`) in attributes, so that a file can be made of it. */
export interface Drawing {
  /** SVG; `height` may be more than was asked for: it scrolls then. A very tall one draws what lies between two heights. */
  readonly picture: ReactNode | ((view: View) => ReactNode);
  readonly height: number;
  /** Stays beneath a picture that scrolls: the axis. */
  readonly foot?: { readonly picture: ReactNode; readonly height: number };
  /** Left and right go along a row, up and down to the nearest mark of another one. */
  readonly rows: readonly (readonly Mark[])[];
  /** Along which axes dragging picks; `null`: nothing is picked. */
  readonly brush: 'x' | 'y' | 'xy' | null;
  /** Drawn over the picture for a mark that is pointed at, and for the first mark of each picked subject; without it an outline is. */
  readonly highlight?: (mark: Mark, because: 'pointed' | 'picked') => ReactNode;
}

/** Words of a sentence, some of them strong. */
export type Sentence = readonly (string | { readonly strong: string })[];

/**
 * What a chart shows as a table, with what it leaves out. `share`: of the width, 1 where it is not said; `width`: the least that it takes, in
 * pixels, so that no cell is cut: where there is less room the table scrolls.
 */
export interface TwinTable {
  readonly columns: readonly { readonly title: string; readonly right?: boolean; readonly share?: number; readonly width?: number }[];
  readonly rows: readonly TwinRow[];
}

export interface TwinRow {
  readonly key: string;
  /** The first cell opens what the row is of, where it has a subject. */
  readonly subject: string | null;
  readonly cells: readonly string[];
}

/** One shape of a legend: a path within 12 × 12 pixels. */
export interface LegendItem {
  readonly shape: string;
  readonly color: string;
  readonly words: string;
}

/** Some of what a chart leaves out, or counts. */
export interface Omission {
  /** Who or how many, and why: "no baseline sum: 0044, 0058". */
  readonly words: string;
  /** Opens the rows; null: they are too many to be named. */
  readonly where: readonly Condition[] | null;
}

/** One chart: all that the screen, its table and its file are made of. */
export interface Figure {
  /** Names its file: small letters and hyphens. */
  readonly name: string;
  readonly title: string;
  /** Whose rows it is drawn from. */
  readonly dataset: DatasetName;
  /** What it shows, with numbers. */
  readonly sentence: Sentence;
  /** How many of whom, and what it must not be taken for. */
  readonly caption: string;
  /** Of what is drawn: some of it counted, each with what opens it. */
  readonly counted?: readonly Omission[];
  /** What is not drawn, by reason; each can be opened. */
  readonly omissions?: readonly Omission[];
  /** What stands before them, if that is not "Not drawn". */
  readonly omittedAs?: string;
  /** What changes what is drawn, behind its caption. */
  readonly step?: { readonly label: string; readonly take: () => void };
  /** What its shapes and colours mean. */
  readonly legend: readonly LegendItem[];
  /** What stands in its place where there is nothing to draw. */
  readonly nothing: string | null;
  readonly draw: (size: Size) => Drawing;
  /** Of many rows it is worth making only when it is asked for: a getter. */
  readonly table: TwinTable;
  /** Height of the drawing in a file whose drawing is `fileWidth` wide. */
  readonly fileHeight: number;
}

/** Width of the drawing in a file. */
export const fileWidth = 1080;

/** The picture of a drawing, or the part of it that is in view. */
export function pictureOf({ picture, height }: Drawing, view: View = { top: 0, bottom: height }): ReactNode {
  return typeof picture === 'function' ? picture(view) : picture;
}

export function plainWords(sentence: Sentence): string {
  return sentence.map((part) => (typeof part === 'string' ? part : part.strong)).join('');
}

export const notDrawn = 'Not drawn';
/** Stands before what is counted of that which is drawn. */
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
/** Names of subjects that are wider are shortened in a drawing, in pixels. */
const widestName = 200;

/** The name of a subject in a drawing, or as much of its end as there is room for. */
export function shortName(subject: string, room = widestName): string {
  return fitEnd(subject, Math.min(room, widestName), { size: drawnSize });
}

/** About how wide a text of a drawing is, in pixels: rather more than less. */
export function textWidth(text: string, weight: 400 | 600 = 400): number {
  return widthOf(text, { size: drawnSize, weight });
}
