import type { ReactNode } from 'react';
import type { Geometry } from './geometry.ts';

interface Props {
  readonly geometry: Geometry;
  /** Pixels. */
  readonly height: number;
  readonly name: ReactNode;
  /** Words beneath the name; read whole on hover, where they are cut. */
  readonly under?: string;
  /** A step beside the words, which is never cut. */
  readonly change?: ReactNode;
  /** What the plot shows, in a sentence. */
  readonly sentence: string;
  readonly value?: ReactNode;
  /** SVG of the plot, from 0,0. */
  readonly children: ReactNode;
}

/** One strip of the figure: a name, a plot over the shared time axis, and the nearest value. */
export function TimelineRow({ geometry, height, name, under, change, sentence, value, children }: Props): ReactNode {
  return (
    <div className="timeline-row" style={{ minHeight: height }}>
      <div className="timeline-name">
        <span className="timeline-test">{name}</span>
        <Under under={under} change={change} />
      </div>
      <svg className="timeline-plot" width={geometry.plot} height={height} role="img" aria-label={sentence}>
        <GridLines geometry={geometry} height={height} />
        {children}
      </svg>
      <div className="timeline-value num">{value}</div>
    </div>
  );
}

/** A strip that cannot be drawn: why, and what helps. */
export function WordsRow({ name, under, change, children }: Pick<Props, 'name' | 'under' | 'change' | 'children'>): ReactNode {
  return (
    <div className="timeline-row timeline-words">
      <div className="timeline-name">
        <span className="timeline-test">{name}</span>
        <Under under={under} change={change} />
      </div>
      <div className="timeline-said small t2">{children}</div>
    </div>
  );
}

function Under({ under = '', change }: { readonly under: string | undefined; readonly change: ReactNode }): ReactNode {
  if (under === '' && (change ?? false) === false) return null;
  return (
    <span className="timeline-under tiny t3">
      <span className="clip" title={under}>
        {under}
      </span>
      {change}
    </span>
  );
}

function GridLines({ geometry: { axis }, height }: Pick<Props, 'geometry' | 'height'>): ReactNode {
  return axis.ticks.map(({ at, x }) => <line key={at} className="plot-line" x1={x} x2={x} y1={0} y2={height} />);
}

/** A number of the scale, at the left of the plot. */
export function ScaleNumber({ y, children }: { readonly y: number; readonly children: string }): ReactNode {
  return (
    <text className="plot-number" x={-8} y={y + 4} textAnchor="end">
      {children}
    </text>
  );
}
