import { Checkbox, Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { Choice, vocabularies } from '../../ui/parts/controls.tsx';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { ExportLine } from './export-parts.tsx';
import {
  allColumns,
  canBeLake,
  canDefine,
  columnNames,
  declaredColumns,
  gridOf,
  headerSample,
  isLake,
  isNarrowed,
  wholeDatasets,
  withLake,
  type ExportOptions,
  type ExportSubject,
  type RowsChoice,
} from './export-options.ts';
import { formatChoices, offeredAs } from '../../record/export/format-choices.ts';
import type { GridSource } from '../../record/export/export-source.ts';
import { ProtectSection } from './protect-section.tsx';
import { formatCountOf } from '../../../shared/format-count.ts';

const delimiters = [
  [',', 'Comma'],
  [';', 'Semicolon'],
  ['\t', 'Tab'],
] as const;

interface Props {
  readonly subject: ExportSubject;
  readonly options: ExportOptions;
  readonly onChange: (change: Partial<ExportOptions>) => void;
}

export function ExportChoices({ subject, options, onChange }: Props): ReactNode {
  const { grid } = subject.source;
  const shown = gridOf(subject.source, options);
  return (
    <>
      {grid !== null && (
        <ExportLine label="Data">
          <Choice
            label="Data"
            options={[
              ['grid', `${datasetTitles[grid.dataset]}${grid.pivot === undefined ? '' : ' by visit'}`],
              ['study', 'Whole study'],
            ]}
            value={options.scope}
            onChange={(scope) => {
              const columns = options.columns === 'preset' ? 'shown' : options.columns;
              // A table by visit can be neither protected nor NDJSON, so these choices are reset.
              const format = options.format === 'ndjson' ? 'xlsx' : options.format;
              const fitting = scope === 'grid' && grid.pivot !== undefined ? { protect: null, format } : {};
              onChange({ scope, preset: null, columns, ...fitting });
            }}
          />
        </ExportLine>
      )}
      {shown !== null && <RowsLine grid={shown} options={options} onChange={onChange} />}
      {canBeLake(subject, options) && <FileOrLake options={options} onChange={onChange} />}
      {!isLake(subject, options) && <FileChoices subject={subject} options={options} onChange={onChange} />}
      <HeadersLine subject={subject} options={options} onChange={onChange} />
      {!isLake(subject, options) && <CellChoices subject={subject} options={options} onChange={onChange} />}
      {shown?.pivot === undefined ? (
        <ProtectSection subject={subject} options={options} onChange={onChange} />
      ) : (
        <ExportLine label="Protect">
          <p className="small t3">A table by visit cannot be protected. To use pseudonyms, switch the table to Rows.</p>
        </ExportLine>
      )}
    </>
  );
}

/** Chooses between one file and a folder that grows with the study. */
function FileOrLake({ options, onChange }: Pick<Props, 'options' | 'onChange'>): ReactNode {
  return (
    <ExportLine label="As">
      <Choice
        label="As"
        options={[
          ['file', 'One file'],
          ['lake', 'A lake'],
        ]}
        value={options.lake ? 'lake' : 'file'}
        onChange={(as) => {
          onChange(withLake(options, as === 'lake'));
        }}
      />
      {options.lake && (
        <p className="small t2 export-says">
          A folder of Parquet files that DuckDB, Spark and others read directly. Each run adds what is new; earlier generations stay.
        </p>
      )}
    </ExportLine>
  );
}

/** Format of the file, and metadata to add. */
function FileChoices({ subject, options, onChange }: Props): ReactNode {
  const shown = gridOf(subject.source, options);
  const ndjsonOff = shown?.pivot !== undefined ? 'of rows only' : options.protect !== null ? 'not protected' : null;
  return (
    <>
      <ExportLine label="Format">
        <div className="export-three" role="radiogroup" aria-label="Format">
          {formatChoices.map(({ format, title, says }) => (
            <Option
              key={format}
              group="format"
              title={title}
              says={format === 'ndjson' && ndjsonOff !== null ? ndjsonOff : says}
              chosen={offeredAs(options.format) === format}
              disabled={format === 'ndjson' && ndjsonOff !== null}
              onChoose={() => {
                onChange({ format });
              }}
            />
          ))}
        </div>
      </ExportLine>
      {offeredAs(options.format) === 'dataset-json' && <FormLine options={options} onChange={onChange} />}
      {canDefine(subject, options) && (
        <ExportLine label="Metadata">
          <div className="export-radios">
            <Checkbox
              size="xs"
              label="define.xml (CDISC Define-XML 2.1) with the files"
              checked={options.define}
              onChange={(event) => {
                onChange({ define: event.currentTarget.checked });
              }}
            />
          </div>
        </ExportLine>
      )}
    </>
  );
}

/** Separator and columns of the file. */
function CellChoices({ subject, options, onChange }: Props): ReactNode {
  return (
    <>
      {(options.format === 'csv' || options.format === 'csv-excel') && <SeparatorLine options={options} onChange={onChange} />}
      {options.format !== 'ndjson' && <ColumnsLine subject={subject} options={options} onChange={onChange} />}
    </>
  );
}

function RowsLine({ grid, options, onChange }: Omit<Props, 'subject'> & { readonly grid: GridSource }): ReactNode {
  const off: Readonly<Record<RowsChoice, boolean>> = { selected: grid.counts.selected === 0, filtered: !isNarrowed(grid), all: false };
  const titles: Readonly<Record<RowsChoice, string>> = { selected: 'Selected', filtered: 'Filtered', all: 'All' };
  return (
    <ExportLine label="Rows">
      <div className="export-three" role="radiogroup" aria-label="Rows">
        {(['selected', 'filtered', 'all'] as const).map((rows) => (
          <Option
            key={rows}
            group="rows"
            title={titles[rows]}
            says={off[rows] ? noneSays(rows) : formatCountOf(grid.counts[rows], 'row')}
            chosen={options.rows === rows}
            disabled={off[rows]}
            onChoose={() => {
              onChange({ rows });
            }}
          />
        ))}
      </div>
    </ExportLine>
  );
}

function ColumnsLine({ subject, options, onChange }: Props): ReactNode {
  return (
    <ExportLine label="Columns">
      <Radio.Group
        value={options.columns}
        onChange={(value) => {
          const columns = (['shown', 'all', 'preset'] as const).find((known) => known === value);
          if (columns !== undefined) onChange({ columns });
        }}
        aria-label="Columns"
      >
        <div className="export-radios">
          <Radio value="shown" size="xs" label={shownLabel(subject, options)} />
          <Radio value="all" size="xs" label={allColumnsLabel(subject, options)} />
          {options.preset !== null && <Radio value="preset" size="xs" label="As in the preset" />}
        </div>
      </Radio.Group>
    </ExportLine>
  );
}

function shownLabel({ source }: ExportSubject, options: ExportOptions): string {
  const grid = gridOf(source, options);
  return grid === null ? 'The columns shown in each table' : `The ${String(grid.shown.length)} shown, in this order`;
}

function allColumnsLabel({ source }: ExportSubject, options: ExportOptions): string {
  const grid = gridOf(source, options);
  if (grid === null) return 'All, without personal fields';
  const all = allColumns(grid).length;
  if (grid.pivot !== undefined) return `All ${String(all)}, including unit, flag and number of results for each test`;
  return `All ${String(all)}${all < declaredColumns(grid).length ? ', without personal fields' : ''}`;
}

function HeadersLine({ subject, options, onChange }: Props): ReactNode {
  const [first] = wholeDatasets(subject, options);
  const of = gridOf(subject.source, options) ?? first;
  return (
    <ExportLine label="Headers">
      <div className="row">
        <Choice
          label="Headers"
          options={vocabularies}
          value={options.vocabulary}
          onChange={(vocabulary) => {
            onChange({ vocabulary });
          }}
        />
        <span className="small t3 clip">
          {of !== undefined && headerSample(of, columnNames(of, options), { ...options, lake: isLake(subject, options) })}
        </span>
      </div>
    </ExportLine>
  );
}

function FormLine({ options, onChange }: Pick<Props, 'options' | 'onChange'>): ReactNode {
  return (
    <ExportLine label="Form">
      <Choice
        label="Form"
        options={[
          ['dataset-json', 'One document'],
          ['dataset-json-nd', 'One row per line'],
        ]}
        value={options.format === 'dataset-json-nd' ? 'dataset-json-nd' : 'dataset-json'}
        onChange={(format) => {
          onChange({ format });
        }}
      />
    </ExportLine>
  );
}

function SeparatorLine({ options, onChange }: Pick<Props, 'options' | 'onChange'>): ReactNode {
  return (
    <ExportLine label="Separator">
      <Choice
        label="Separator"
        options={delimiters}
        value={options.delimiter}
        onChange={(delimiter) => {
          onChange({ delimiter });
        }}
      />
      {options.format === 'csv-excel' && (
        <p className="small t2 export-says">
          Choose the one that the spreadsheet expects: Excel takes it from the settings of the country. With another one it may divide
          texts, and run a part of them.
        </p>
      )}
    </ExportLine>
  );
}

function noneSays(rows: RowsChoice): string {
  return rows === 'selected' ? 'no rows are selected' : 'no filter is set';
}

interface OptionProps {
  readonly group: string;
  readonly title: string;
  readonly says: string;
  readonly chosen: boolean;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
}

/** A radio button as a card with a second line. */
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
