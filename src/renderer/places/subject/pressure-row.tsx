import { scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { readUnit } from '../../../shared/units/read-unit.ts';
import { nearestTo } from './cross-hair.ts';
import { whenWords, type Clock } from './days.ts';
import { ScaleNumber, TimelineRow, WordsRow, type Geometry } from './timeline-row.tsx';
import type { Pressure } from './pressures.ts';
import type { SubjectFigure } from './subject-figure.ts';
import { pressureSentence } from './sentences.ts';
import { Mark, Nearest } from './series-row.tsx';
import { leftWords, noneWithinWords } from './within-dates.ts';
import type { MixedUnits } from './result-series.ts';
import { formatCountOf } from '../../../shared/format-count.ts';
import { highestOf, lowestOf } from '../../../shared/derive/extremes.ts';

const height = 62;
const margin = 10;

/** Minimum pixels between two numbers of the scale to show both. */
const numberHeight = 12;

interface Props {
  readonly geometry: Geometry;
  readonly clock: Clock;
  readonly pressures: readonly Pressure[];
  readonly left: SubjectFigure['pressuresLeft'];
  readonly crossHair: number | null;
  readonly onOpen: (key: string) => void;
}

/** Systolic and diastolic pressure, with one mark per reading. */
export function PressureRow({ geometry, clock, pressures, left, crossHair, onOpen }: Props): ReactNode {
  if (pressures.length === 0) return <WordsRow name="Blood pressure">{noPressureWords(left)}</WordsRow>;
  const units = unitsOf(pressures);
  if (units.length > 1)
    return <WordsRow name="Blood pressure">Comes in {units.join(' and ')}, which cannot share an axis; see the table.</WordsRow>;
  const numbers = pressures.flatMap(({ systolic, diastolic }) => [systolic, diastolic].filter((value) => value !== null));
  const y = scaleLinear([Math.min(80, lowestOf(numbers)), Math.max(120, highestOf(numbers))], [height - margin, margin]);
  const nearest = nearestTo(pressures, crossHair);
  return (
    <TimelineRow
      geometry={geometry}
      height={height}
      name="Blood pressure"
      under={[pressures.find(({ unit }) => unit !== null)?.unit ?? 'no unit', ...leftWords(left)].join(' · ')}
      sentence={pressureSentence(pressures, clock)}
      value={nearest !== null && <Nearest at={nearest.at} clock={clock} crossHair={crossHair} words={nearest.words} />}
    >
      {[120, 80].map((value) => (
        <g key={value}>
          <line className="plot-line" x1={0} x2={geometry.plot} y1={y(value)} y2={y(value)} />
          {(value === 120 || y(80) - y(120) >= numberHeight) && <ScaleNumber y={y(value)}>{String(value)}</ScaleNumber>}
        </g>
      ))}
      {pressures.map((pressure) => (
        <Mark
          key={pressure.key}
          recordKey={pressure.key}
          name={[`${pressure.words}${pressure.unit === null ? '' : ` ${pressure.unit}`}`, pressure.visit, whenWords(clock, pressure.at)]
            .filter((word) => word !== null)
            .join(', ')}
          onOpen={onOpen}
        >
          <PressureMark pressure={pressure} x={geometry.axis.x(pressure.at)} y={y} />
        </Mark>
      ))}
    </TimelineRow>
  );
}

/** For example "No reading can be drawn: 2 without a date; see the table." */
export function noPressureWords(left: SubjectFigure['pressuresLeft']): string {
  return left.notShown > 0 ? noneWithinWords('readings', left) : `No reading can be drawn: ${leftWords(left).join(', ')}; see the table.`;
}

function PressureMark({
  pressure: { systolic, diastolic },
  x,
  y,
}: {
  readonly pressure: Pressure;
  readonly x: number;
  readonly y: (value: number) => number;
}): ReactNode {
  const end = (value: number): string => `M${String(x - 4)} ${String(y(value))}h8`;
  const ends = [systolic, diastolic].filter((value) => value !== null);
  const [one, other = one] = ends;
  if (one === undefined || other === undefined) return null;
  const top = Math.min(y(one), y(other));
  return (
    <>
      <path className="plot-pressure" d={`${ends.map(end).join('')}M${String(x)} ${String(y(one))}V${String(y(other))}`} />
      <rect className="plot-hit" x={x - 7} y={top - 4} width={14} height={Math.abs(y(one) - y(other)) + 8} />
    </>
  );
}

function unitsOf(pressures: readonly Pressure[]): readonly string[] {
  return [...new Set(pressures.map(({ unit }) => (unit === null ? 'no unit' : (readUnit(unit)?.code ?? unit))))];
}

interface MixedRowProps {
  readonly mixed: MixedUnits;
  readonly onChoose: (unit: string) => void;
}

/** A test with several units that cannot share an axis: nothing is drawn until one is chosen. */
export function MixedRow({ mixed: { test, units }, onChoose }: MixedRowProps): ReactNode {
  return (
    <WordsRow name={<span title={test}>{test}</span>} under={formatCountOf(units.length, 'unit')}>
      <span>Reported in several units, which cannot share an axis. Show:</span>
      {units.map(({ unit, records }) => (
        <Button
          key={unit}
          size="xs"
          onClick={() => {
            onChoose(unit);
          }}
        >
          {unit === '' ? 'without a unit' : unit} <span className="t3 timeline-count">{records}</span>
        </Button>
      ))}
    </WordsRow>
  );
}
