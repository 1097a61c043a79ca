import type { ReactNode } from 'react';
import type { TimeAxis } from './time-axis.ts';

/** Widths in pixels of the three columns of the figure: names, plot, nearest values. */
export interface Geometry {
  readonly axis: TimeAxis;
  readonly left: number;
  readonly plot: number;
  readonly right: number;
}

/** Column widths for a figure of this width; the columns beside the plot are smaller in a narrow window. */
export function columnsOf(width: number): Pick<Geometry, 'left' | 'plot' | 'right'> {
  const [left, right] = width >= 760 ? [208, 132] : [140, 92];
  return { left, right, plot: Math.max(0, Math.floor(width) - left - right) };
}

/** Pixels for the numbers of the scale at the left of a plot. */
export const scaleRoom = 46;

interface Props {
  readonly geometry: Geometry;
  /** Pixels. */
  readonly height: number;
  readonly name: ReactNode;
  /** Text below the name. It may be cut off, so its tooltip has the full text. */
  readonly under?: string;
  /** Controls next to the text, which are never cut off. */
  readonly change?: ReactNode;
  /** Describes the plot for screen readers. */
  readonly sentence: string;
  readonly value?: ReactNode;
  /** SVG content of the plot, with its origin at 0,0. */
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

/** A strip that cannot be drawn, with the reason and a step that helps. */
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

/** A number of the scale, left of the plot. */
export function ScaleNumber({ y, children }: { readonly y: number; readonly children: string }): ReactNode {
  return (
    <text className="plot-number" x={-8} y={y + 4} textAnchor="end">
      {children}
    </text>
  );
}
