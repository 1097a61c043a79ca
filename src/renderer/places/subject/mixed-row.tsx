import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCountOf } from '../../ui/format/numbers.ts';
import type { MixedUnits } from './result-series.ts';
import { WordsRow } from './timeline-row.tsx';

interface Props {
  readonly mixed: MixedUnits;
  readonly onChoose: (unit: string) => void;
}

/** A test that comes in several units: nothing is drawn until one of them is chosen. */
export function MixedRow({ mixed: { test, units }, onChoose }: Props): ReactNode {
  return (
    <WordsRow name={<span title={test}>{test}</span>} under={formatCountOf(units.length, 'unit')}>
      <span>Comes in several units, which share no axis. Draw one:</span>
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
