import { useElementSize } from '@mantine/hooks';
import { useMemo, type MouseEvent, type ReactNode } from 'react';
import { millisecondsOfDay } from '../../../shared/day.ts';
import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { pluralWords } from '../../ui/parts/dataset-titles.ts';
import type { RecordAddress } from '../../data/model/place.ts';
import { anchorName } from './anchors.ts';
import { AxisRow, useAxisBrush } from './axis-row.tsx';
import { nearestStep, useCrossHair } from './cross-hair.ts';
import { MixedRow, PressureRow } from './pressure-row.tsx';
import { columnsOf, WordsRow, type Geometry } from './timeline-row.tsx';
import { MedicationRows } from './medication-rows.tsx';
import { ResponseRow } from './response-row.tsx';
import { isMixed, type MixedUnits, type ResultSeries } from './result-series.ts';
import { SeriesRow } from './series-row.tsx';
import { holdsAny, type DaySpan } from './shown-dates.ts';
import type { SubjectFigure } from './subject-figure.ts';
import type { SubjectView } from '../../data/model/subject-view.ts';
import { timeAxis, type TimeAxis } from './time-axis.ts';
import { recordsIn, type SubjectData } from './use-subject-data.ts';

interface Props {
  readonly data: SubjectData;
  readonly figure: SubjectFigure;
  readonly view: SubjectView;
  readonly onView: (part: Partial<SubjectView>) => void;
  readonly onOpen: (record: RecordAddress) => void;
  /** Shows only these dates; called only if they contain a record. */
  readonly onNarrow: (span: DaySpan) => void;
}

/** Labs, vitals, medications and responses of one subject over one time axis, with a cross-hair. */
export function Timeline({ data, figure, view, onView, onOpen, onNarrow }: Props): ReactNode {
  const { ref, width } = useElementSize();
  const { clock, visits, moments, dates } = figure;
  const columns = columnsOf(width);
  const exact = dates.span !== null;
  const axis = useMemo(
    () => timeAxis({ kind: view.axis, clock, visits, moments, exact, width: columns.plot }),
    [view.axis, clock, visits, moments, exact, columns.plot],
  );
  const geometry: Geometry | null = axis === null ? null : { axis, ...columns };
  const crossHair = useCrossHair(figure.steps, axis);
  const { steps, step } = crossHair;
  const brush = useAxisBrush({
    axis,
    steps,
    step: crossHair.pinned,
    onNarrow: (span) => {
      if (holdsAny(figure.dated, span)) onNarrow(span);
    },
  });
  const stepAt = (event: MouseEvent<HTMLElement>): number | null => {
    if (axis === null) return null;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - columns.left;
    return x < 0 || x > columns.plot ? null : nearestStep(steps, x, axis.x);
  };
  const at = step === null ? null : (steps[step] ?? null);
  const open = (dataset: DatasetName) => (key: string) => {
    onOpen({ dataset, key });
  };
  return (
    <div
      ref={ref}
      className="timeline"
      role="group"
      aria-label="Time line"
      style={{ gridTemplateColumns: `${String(columns.left)}px ${String(columns.plot)}px ${String(columns.right)}px` }}
      onMouseMove={(event) => {
        crossHair.hover(stepAt(event));
      }}
      onMouseLeave={() => {
        crossHair.hover(null);
      }}
      onClick={(event) => {
        const clicked = stepAt(event);
        if (clicked !== null) crossHair.pin(clicked);
      }}
    >
      {geometry === null ? (
        width > 0 && <WordsRow name="Nothing to draw">{undrawnWords(data)}</WordsRow>
      ) : (
        <>
          <AxisRow
            geometry={geometry}
            clock={clock}
            visits={visits}
            under={underWords(figure, view)}
            steps={steps}
            step={step}
            onStep={crossHair.pin}
            brush={brush}
          />
          <Results dataset="labs" {...{ data, figure, geometry, view, onView }} crossHair={at} onOpen={open('labs')} />
          {figure.pressures !== null && (
            <PressureRow
              geometry={geometry}
              clock={clock}
              pressures={figure.pressures}
              left={figure.pressuresLeft}
              crossHair={at}
              onOpen={open('vitals')}
            />
          )}
          <Results dataset="vitals" {...{ data, figure, geometry, view, onView }} crossHair={at} onOpen={open('vitals')} />
          {data.medications.length === 0 ? (
            <WordsRow name="Medications">{noneWords(data, 'medications')}</WordsRow>
          ) : (
            <MedicationRows geometry={geometry} medications={data.medications} onOpen={open('medications')} />
          )}
          {figure.responses.length === 0 && <WordsRow name="Responses">{noneWords(data, 'responses')}</WordsRow>}
          {figure.responses.map((response) => (
            <ResponseRow
              key={response.name ?? ''}
              geometry={geometry}
              clock={clock}
              response={response}
              crossHair={at}
              onOpen={open('responses')}
            />
          ))}
          {brush.marked !== null && <Marked axis={geometry.axis} left={columns.left} span={brush.marked} />}
          {at !== null && <div className="timeline-hair" style={{ left: columns.left + geometry.axis.x(at) }} />}
        </>
      )}
    </div>
  );
}

/** Highlights the marked dates across all strips. */
function Marked({ axis, left, span }: { readonly axis: TimeAxis; readonly left: number; readonly span: DaySpan }): ReactNode {
  const [from, to] = [axis.x(span.first * millisecondsOfDay), axis.x((span.last + 1) * millisecondsOfDay)];
  return <div className="timeline-marked" style={{ left: left + from, width: Math.max(2, to - from) }} />;
}

interface ResultsProps {
  readonly dataset: 'labs' | 'vitals';
  readonly data: SubjectData;
  readonly figure: SubjectFigure;
  readonly geometry: Geometry;
  readonly view: SubjectView;
  readonly onView: (part: Partial<SubjectView>) => void;
  readonly crossHair: number | null;
  readonly onOpen: (key: string) => void;
}

/** One strip per test, or the reason why the dataset has none. */
function Results({ dataset, data, figure, geometry, view, onView, crossHair, onOpen }: ResultsProps): ReactNode {
  const strips = figure[dataset];
  const isEmpty = strips.length === 0 && (dataset === 'labs' || figure.pressures === null);
  if (isEmpty) return <WordsRow name={dataset === 'labs' ? 'Labs' : 'Vitals'}>{noneWords(data, dataset)}</WordsRow>;
  const { [dataset]: answer } = data;
  const several = new Set(Object.keys(view.units));
  return (
    <>
      {strips.map((strip: ResultSeries | MixedUnits) =>
        isMixed(strip) ? (
          <MixedRow
            key={strip.test}
            mixed={strip}
            onChoose={(unit) => {
              onView({ units: { ...view.units, [strip.test]: unit } });
            }}
          />
        ) : (
          <SeriesRow
            key={strip.test}
            geometry={geometry}
            clock={figure.clock}
            series={strip}
            crossHair={crossHair}
            onOpen={onOpen}
            graded={dataset === 'labs' ? { grades: figure.grades, anchor: anchorName(view.anchor) } : null}
            onUnits={
              several.has(strip.test)
                ? () => {
                    onView({ units: Object.fromEntries(Object.entries(view.units).filter(([test]) => test !== strip.test)) });
                  }
                : null
            }
          />
        ),
      )}
      {answer.of > answer.results.length && (
        <WordsRow name="More results">Only the first {String(answer.results.length)} are drawn; the table shows them all.</WordsRow>
      )}
    </>
  );
}

/** Why nothing of a dataset is drawn. */
function noneWords(data: SubjectData, dataset: DatasetName): string {
  const records = recordsIn(data, dataset);
  const words = pluralWords(datasets[dataset]);
  if (records === null) return `The ${dataset} of this study are not mirrored yet.`;
  return records === 0 ? `This subject has no ${words}.` : `None of this subject’s ${words} is selected or can be drawn; see the table.`;
}

/** Why there is no axis. */
function undrawnWords(data: SubjectData): string {
  const records = (['labs', 'vitals', 'medications', 'responses'] as const).some((name) => (recordsIn(data, name) ?? 0) > 0);
  return records ? 'No record of this subject has a readable date; see the tables.' : 'No record of this study names this subject.';
}

function underWords({ clock }: SubjectFigure, { axis, anchor }: SubjectView): string {
  return axis === 'days' && clock.anchor !== null ? `Day from ${anchorName(anchor)}` : 'Date';
}
