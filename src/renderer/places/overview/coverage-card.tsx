import { useLayoutEffect, useRef, type ReactNode } from 'react';

interface Props {
  /** Element id of the cell that it describes. */
  readonly placeId: string;
  /** The first line is its heading. */
  readonly lines: readonly string[];
}

/** Pixels between a cell and its card, and between a card and the edge of the window. */
const apart = 6;

/** Describes a matrix cell, below it or, without room, above it. For screen readers, the cell itself has the same text. */
export function CoverageCard({ placeId, lines: [name, ...lines] }: Props): ReactNode {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = document.getElementById(placeId)?.getBoundingClientRect();
    const card = ref.current;
    if (card === null) return;
    card.hidden = place === undefined;
    if (place === undefined) return;
    const { offsetWidth: width, offsetHeight: height } = card;
    const left = Math.min(window.innerWidth - width - apart, place.left + place.width / 2 - width / 2);
    const isBelow = place.bottom + apart + height < window.innerHeight;
    card.style.left = `${String(Math.max(apart, left))}px`;
    card.style.top = `${String(isBelow ? place.bottom + apart : place.top - apart - height)}px`;
  });
  return (
    <div ref={ref} className="coverage-card" aria-hidden>
      <b>{name}</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}
