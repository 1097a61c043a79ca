import { short } from '../../../record/figures/response-look.ts';

/** A circle around a point. */
export function circle(x: number, y: number, r: number): string {
  return `M${short(x - r)} ${short(y)}${half(x + r, y, r, 1)}${half(x - r, y, r, 1)}Z`;
}

/** The same with a hole. */
export function hollowCircle(x: number, y: number, r: number): string {
  const inner = r * 0.6;
  return `${circle(x, y, r)}M${short(x - inner)} ${short(y)}${half(x + inner, y, inner, 0)}${half(x - inner, y, inner, 0)}Z`;
}

function half(to: number, y: number, r: number, sweep: 0 | 1): string {
  return `A${short(r)} ${short(r)} 0 1 ${String(sweep)} ${short(to)} ${short(y)}`;
}

/** `way`: −1 points up, 1 down. */
export function triangle(x: number, y: number, r: number, way: -1 | 1): string {
  return `M${short(x)} ${short(y + way * r * 1.2)}L${short(x + r * 1.1)} ${short(y - way * r * 0.8)}H${short(x - r * 1.1)}Z`;
}

export function diamond(x: number, y: number, r: number): string {
  const wide = r * 1.35;
  return `M${short(x)} ${short(y - wide)}L${short(x + wide)} ${short(y)}L${short(x)} ${short(y + wide)}L${short(x - wide)} ${short(y)}Z`;
}

export function square(x: number, y: number, r: number): string {
  return `M${short(x - r)} ${short(y - r)}h${short(2 * r)}v${short(2 * r)}h${short(-2 * r)}Z`;
}

/** A square with a hole. */
export function hollowSquare(x: number, y: number, r: number): string {
  const inner = r * 0.6;
  return `${square(x, y, r)}M${short(x - inner)} ${short(y - inner)}v${short(2 * inner)}h${short(2 * inner)}v${short(-2 * inner)}Z`;
}
