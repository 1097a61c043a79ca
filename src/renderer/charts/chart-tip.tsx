import type { ReactNode } from 'react';
import type { Mark, Size } from './figure.ts';

/** Beside the mark, on the side where there is room. */
export function ChartTip({ mark: { box, says }, width, height }: { readonly mark: Mark } & Size): ReactNode {
  const right = box.x + box.width / 2 > width / 2;
  const below = box.y + box.height / 2 < height / 2;
  const gap = 10;
  const across = right ? { right: width - box.x + gap } : { left: box.x + box.width + gap };
  const along = below ? { top: Math.max(0, box.y) } : { bottom: Math.max(0, height - box.y - box.height) };
  const [name, ...lines] = says;
  return (
    <div className="chart-tip" style={{ ...across, ...along }} aria-hidden>
      <b>{name}</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}
