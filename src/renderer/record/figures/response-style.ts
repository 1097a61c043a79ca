import type { LegendItem } from './figure.ts';
import { responseOrder, type ResponseCode } from '../../../shared/derive/response-course.ts';

/** A response as shown in charts; `none`: no ranked response was reported. */
export type ShownResponse = ResponseCode | 'none';
export const shownResponses: readonly ShownResponse[] = [...responseOrder, 'none'];

interface ResponseStyle {
  readonly color: string;
  /** Label on bars, at most two letters. */
  readonly letters: string;
  readonly words: string;
}

/** Each response has a colour, letters and a shape, so that no chart distinguishes responses by colour alone. */
export const responseStyles: Readonly<Record<ShownResponse, ResponseStyle>> = {
  CR: { color: 'var(--rs-cr)', letters: 'CR', words: 'CR' },
  PR: { color: 'var(--rs-pr)', letters: 'PR', words: 'PR' },
  SD: { color: 'var(--rs-sd)', letters: 'SD', words: 'SD' },
  'NON-CR/NON-PD': { color: 'var(--series-2)', letters: 'NN', words: 'Non-CR/Non-PD' },
  PD: { color: 'var(--rs-pd)', letters: 'PD', words: 'PD' },
  NE: { color: 'var(--rs-ne)', letters: 'NE', words: 'NE' },
  none: { color: 'var(--bar-line)', letters: '–', words: 'none reported' },
};

export function shownResponse(code: string | null): ShownResponse {
  return responseOrder.find((known) => known === code) ?? 'none';
}

/** Legend of these responses, from best to worst. */
export function legendOf(codes: Iterable<string | null>): readonly LegendItem[] {
  const there = new Set([...codes].map(shownResponse));
  return shownResponses
    .filter((shown) => there.has(shown))
    .map((shown) => ({ shape: shapePath(shown, 6, 6, 4), color: responseStyles[shown].color, words: responseStyles[shown].words }));
}

/**
 * SVG path of a response's shape around a point: star, circle, square, triangle, diamond, cross, or a ring if none was reported. `r`: about
 * half its size.
 */
export function shapePath(shown: ShownResponse, x: number, y: number, r: number): string {
  switch (shown) {
    case 'CR':
      return polygon(starPoints(x, y, r * 1.35));
    case 'PR':
      return circle(x, y, r);
    case 'SD':
      return polygon(corners(x, y, r * 0.92));
    case 'NON-CR/NON-PD':
      return polygon([
        [x, y - r * 1.1],
        [x + r * 1.1, y + r * 0.85],
        [x - r * 1.1, y + r * 0.85],
      ]);
    case 'PD':
      return polygon([
        [x, y - r * 1.25],
        [x + r * 1.25, y],
        [x, y + r * 1.25],
        [x - r * 1.25, y],
      ]);
    case 'NE':
      return crossPath(x, y, r * 1.1);
    case 'none':
      return `${circle(x, y, r)}${circle(x, y, r * 0.5, 0)}`;
  }
}

type Corner = readonly [x: number, y: number];

function polygon(points: readonly Corner[]): string {
  return `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}Z`;
}

function corners(x: number, y: number, r: number): readonly Corner[] {
  return [
    [x - r, y - r],
    [x + r, y - r],
    [x + r, y + r],
    [x - r, y + r],
  ];
}

function starPoints(x: number, y: number, r: number): readonly Corner[] {
  return Array.from({ length: 10 }, (_, point): Corner => {
    const angle = (Math.PI / 5) * point - Math.PI / 2;
    const far = point % 2 === 0 ? r : r * 0.45;
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
  });
}

/** `sweep` 0 reverses the direction, which makes a hole. */
function circle(x: number, y: number, r: number, sweep: 0 | 1 = 1): string {
  const half = (to: number): string => `A${short(r)} ${short(r)} 0 1 ${String(sweep)} ${short(to)} ${short(y)}`;
  return `M${short(x - r)} ${short(y)}${half(x + r)}${half(x - r)}Z`;
}

function crossPath(x: number, y: number, r: number): string {
  const t = r * 0.38;
  const d = r - t;
  const turns: readonly Corner[] = [
    [-r, -d],
    [-d, -r],
    [0, -t],
    [d, -r],
    [r, -d],
    [t, 0],
    [r, d],
    [d, r],
    [0, t],
    [-d, r],
    [-r, d],
    [-t, 0],
  ];
  return polygon(turns.map(([dx, dy]): Corner => [x + dx, y + dy]));
}

/** Rounds a coordinate to a hundredth of a pixel. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
