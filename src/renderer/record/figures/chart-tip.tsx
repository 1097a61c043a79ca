import { useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Mark } from './figure.ts';
import { around, placeTip } from './tip-place.ts';

/** What a mark says, beside it: neither the mark nor its name beneath. It stands in what is in view of the box that scrolls. */
export function ChartTip({ mark }: { readonly mark: Mark }): ReactNode {
  const tip = useRef<HTMLDivElement | null>(null);
  useLayoutEffect(() => {
    const scrolled = tip.current?.closest('.chart-box');
    if (tip.current === null || !scrolled) return;
    const view = { x: scrolled.scrollLeft, y: scrolled.scrollTop, width: scrolled.clientWidth, height: scrolled.clientHeight };
    const size = { width: tip.current.offsetWidth, height: tip.current.offsetHeight };
    const { x, y } = placeTip(around(mark.box, mark.reach ?? mark.box), size, view);
    tip.current.style.left = `${String(x)}px`;
    tip.current.style.top = `${String(y)}px`;
  }, [mark]);
  const [name, ...lines] = mark.says;
  return (
    <div ref={tip} className="chart-tip" aria-hidden>
      <b>{name}</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}
