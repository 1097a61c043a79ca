import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { exportFormats } from '../../shared/calls/export.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { formatCountOf } from '../format/numbers.ts';
import { Choice, vocabularies } from '../parts/choice.tsx';
import { columnNames, formatWords, headerSample, isNarrowed, rowCount, type ExportOptions, type RowsChoice } from './export-options.ts';
import type { ExportSource } from './export-source.ts';

const delimiters = [
  [',', 'Comma'],
  [';', 'Semicolon'],
  ['\t', 'Tab'],
] as const;

interface Props {
  readonly source: ExportSource;
  readonly options: ExportOptions;
  readonly onChange: (change: Partial<ExportOptions>) => void;
}

export function ExportChoices({ source, options, onChange }: Props): ReactNode {
  const off: Readonly<Record<RowsChoice, boolean>> = { selected: source.counts.selected === 0, filtered: !isNarrowed(source), all: false };
  const titles: Readonly<Record<RowsChoice, string>> = { selected: 'Selected', filtered: 'Filtered', all: 'All' };
  return (
    <>
      <Line label="Rows">
        <div className="export-three" role="radiogroup" aria-label="Rows">
          {(['selected', 'filtered', 'all'] as const).map((rows) => (
            <Option
              key={rows}
              group="rows"
              title={titles[rows]}
              says={off[rows] ? noneSays(rows) : formatCountOf(rowCount(source, rows), 'row')}
              chosen={options.rows === rows}
              disabled={off[rows]}
              onChoose={() => {
                onChange({ rows });
              }}
            />
          ))}
        </div>
      </Line>
      <Line label="Format">
        <div className="export-three" role="radiogroup" aria-label="Format">
          {exportFormats.map((format) => (
            <Option
              key={format}
              group="format"
              title={formatWords[format].title}
              says={formatWords[format].says}
              chosen={options.format === format}
              onChoose={() => {
                onChange({ format });
              }}
            />
          ))}
        </div>
      </Line>
      <HeadersLine source={source} options={options} onChange={onChange} />
      {(options.format === 'csv' || options.format === 'csv-excel') && <SeparatorLine options={options} onChange={onChange} />}
      <Line label="Columns">
        <Radio.Group
          value={options.columns}
          onChange={(value) => {
            onChange({ columns: value === 'all' ? 'all' : 'shown' });
          }}
          aria-label="Columns"
        >
          <div className="export-radios">
            <Radio value="shown" size="xs" label={`The ${String(source.shown.length)} shown, in this order`} />
            <Radio value="all" size="xs" label={allColumnsLabel(source)} />
          </div>
        </Radio.Group>
      </Line>
    </>
  );
}

function allColumnsLabel(source: ExportSource): string {
  const all = columnNames(source, 'all').length;
  return `All ${String(all)}${all < datasets[source.dataset].columns.length ? ', without personal fields' : ''}`;
}

function HeadersLine({ source, options, onChange }: Props): ReactNode {
  return (
    <Line label="Headers">
      <div className="row">
        <Choice
          label="Headers"
          options={vocabularies}
          value={options.vocabulary}
          onChange={(vocabulary) => {
            onChange({ vocabulary });
          }}
        />
        <span className="small t3 clip">{headerSample(source, options)}</span>
      </div>
    </Line>
  );
}

function SeparatorLine({ options, onChange }: Pick<Props, 'options' | 'onChange'>): ReactNode {
  return (
    <Line label="Separator">
      <Choice
        label="Separator"
        options={delimiters}
        value={options.delimiter}
        onChange={(delimiter) => {
          onChange({ delimiter });
        }}
      />
    </Line>
  );
}

function noneSays(rows: RowsChoice): string {
  return rows === 'selected' ? 'no row is ticked' : 'nothing is filtered';
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="export-line">
      <span className="export-label">{label}</span>
      <div>{children}</div>
    </div>
  );
}

interface OptionProps {
  readonly group: string;
  readonly title: string;
  readonly says: string;
  readonly chosen: boolean;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
}

/** A radio with a second line, as a card. */
function Option({ group, title, says, chosen, disabled = false, onChoose }: OptionProps): ReactNode {
  return (
    <label className="export-option" data-chosen={chosen} data-off={disabled}>
      <input type="radio" name={group} checked={chosen} disabled={disabled} onChange={onChoose} />
      <span>
        <span className="medium">{title}</span>
        <span className="small t2 num">{says}</span>
      </span>
    </label>
  );
}
