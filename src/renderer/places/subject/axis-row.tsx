import type { KeyboardEvent, ReactNode } from 'react';
import { stepBy } from './cross-hair.ts';
import { dateWords, dayOf, whenWords, type Clock } from './days.ts';
import { scaleRoom, type Geometry } from './geometry.ts';
import type { Brush } from './use-axis-brush.ts';
import { spanWords } from './shown-dates.ts';
import type { Visit } from './visits.ts';

const height = 44;

interface Props {
  readonly geometry: Geometry;
  readonly clock: Clock;
  readonly visits: readonly Visit[];
  /** What stands beneath the visits, in words: "Day from C1D1". */
  readonly under: string;
  readonly steps: readonly number[];
  /** Place of the step that the cross-hair stands on; null: it stands nowhere. */
  readonly step: number | null;
  readonly onStep: (step: number | null) => void;
  readonly brush: Brush;
}

/** The visits and their days; the cross-hair is moved here by keyboard. It stays in view while the strips scroll. */
export function AxisRow({ geometry, clock, visits, under, steps, step, onStep, brush }: Props): ReactNode {
  const { axis, plot } = geometry;
  const at = step === null ? null : (steps[step] ?? null);
  const hear = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = event.key === 'Escape' ? null : stepBy(event.key, step, steps.length);
    const isOfBrush = brush.hear(event, next);
    if (!isOfBrush && next === null && (event.key !== 'Escape' || step === null)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!isOfBrush) onStep(next);
  };
  return (
    <div className="timeline-row timeline-axis">
      <div className="timeline-name small">
        <span className="t2">{visits.length === 0 ? 'No visits' : 'Visit'}</span>
        <span className="t3 clip">{under}</span>
      </div>
      <div
        className="timeline-slider"
        role="slider"
        tabIndex={0}
        aria-label="Day on the time axis"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, steps.length - 1)}
        aria-valuenow={step ?? Math.max(0, steps.length - 1)}
        aria-valuetext={
          brush.marked !== null
            ? `${spanWords(brush.marked)} marked, ${brush.waits ? 'Enter shows' : 'letting go shows'} these dates only`
            : at === null
              ? 'no day chosen, the last values are shown'
              : `${pillWords(at, clock, visits)}, ${dateWords(at)}`
        }
        title="To show only some of these dates, drag over them, or click one and then another with Shift, or press Shift with an arrow and then Enter"
        onKeyDown={hear}
        {...brush.handlers}
        onClick={(event) => {
          if (brush.hearClick(event)) event.stopPropagation();
        }}
      >
        <svg className="timeline-plot" width={plot} height={height} aria-hidden>
          {axis.ticks
            .filter(({ shown }) => shown)
            .map(({ at: day, x, label, written, under: below }) => (
              <g key={day}>
                <text className="plot-visit" x={x} y={18} textAnchor="middle">
                  <title>{label}</title>
                  {written}
                </text>
                <text className="plot-word" x={x} y={34} textAnchor="middle">
                  {below}
                </text>
              </g>
            ))}
        </svg>
        {at !== null && (
          <div className="timeline-pill num" style={{ left: Math.min(plot - 54, Math.max(54 - scaleRoom, axis.x(at))) }}>
            <b>{pillWords(at, clock, visits)}</b>
            <span>{dateWords(at)}</span>
          </div>
        )}
      </div>
      <div className="timeline-value tiny t2">
        <span>{at === null ? 'Last value' : clock.anchor === null ? 'At this date' : `At ${whenWords(clock, at)}`}</span>
        {at !== null && <span className="t3">nearest value</span>}
      </div>
    </div>
  );
}

/** "C5D1, day 85"; where dates are shown only the visit, and a dash between visits. */
function pillWords(at: number, clock: Clock, visits: readonly Visit[]): string {
  const visit = visits.find((one) => dayOf(one.at) === dayOf(at))?.visit;
  const day = clock.anchor === null ? null : whenWords(clock, at);
  return [visit, day].filter((word) => word !== undefined && word !== null).join(', ') || 'between visits';
}
