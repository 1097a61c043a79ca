import { useLayoutEffect, useRef, type ReactNode } from 'react';

interface Props {
  /** Of the place that it stands beside. */
  readonly placeId: string;
  /** The first one is its name. */
  readonly lines: readonly string[];
}

/** Pixels between a place and its card, and between a card and the edge of the window. */
const apart = 6;

/** What a place of the matrix says, beneath it, or above it where there is no room. The place has the same words for a screen reader. */
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
