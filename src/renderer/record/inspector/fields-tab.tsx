import { IconAlertTriangle } from '@tabler/icons-react';
import { Fragment, useState, type ReactNode } from 'react';
import type { GridRow, Output } from '../../../shared/contract.ts';
import { sections } from '../../../shared/datasets/common-columns.ts';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { isDerived, type CellValue, type Column, type SourceColumn } from '../../../shared/datasets/declaration.ts';
import { headerOf, sectionsOf } from '../../../shared/datasets/headers.ts';
import { issueRules } from '../../../shared/issues.ts';
import { aloneText, cellText } from '../grid/cell-text.ts';
import { FlagBadge, ResponseBadge } from '../grid/cell-marks.tsx';
import { formatCountOf } from '../../../shared/format-count.ts';
import { isAbsent } from '../grid/conditions.ts';
import { usePreferences } from '../../data/model/model-context.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { labelOfPath, shownValue } from '../grid/undescribed.ts';

type RecordFacts = Output<'record.get'>;

interface FieldsTabProps {
  readonly dataset: Dataset;
  readonly row: GridRow;
  readonly record: RecordFacts;
  /** Names of the columns that changed since the user last looked. */
  readonly changed: ReadonlySet<string>;
}

/** All fields by section, with name, value and source. */
export function FieldsTab({ dataset, row, record, changed }: FieldsTabProps): ReactNode {
  const [all, setAll] = useState(false);
  const cellOf = (column: Column): CellValue => row.cells[dataset.columns.indexOf(column)] ?? null;
  const shown = (column: Column): boolean => all || !isAbsent(cellOf(column)) || !canBeAbsent(column);
  const hidden = dataset.columns.filter((column) => !shown(column)).length;
  return (
    <div className="fields selectable">
      {sectionsOf(dataset).map(({ section, columns }) => {
        const lines = columns.filter(shown);
        return lines.length === 0 ? null : (
          <section key={section}>
            <h3 className="fields-head">
              {section}
              {section === sections.derived && <span className="fields-note"> not sent by the service</span>}
            </h3>
            {lines.map((column) => (
              <FieldLine
                // Another record's personal field is hidden again.
                key={`${row.key} ${column.name}`}
                column={column}
                cell={cellOf(column)}
                changed={changed.has(column.name)}
                issue={issueOn(record, column)}
              />
            ))}
          </section>
        );
      })}
      <Undescribed record={record} />
      {(hidden > 0 || all) && (
        <button
          type="button"
          className="link small fields-more"
          onClick={() => {
            setAll(!all);
          }}
        >
          {all ? 'Hide empty fields' : `Show ${formatCountOf(hidden, 'empty field')}`}
        </button>
      )}
    </div>
  );
}

function canBeAbsent(column: Column): boolean {
  return isDerived(column) || (column.required !== true && column.alignRight !== true);
}

function issueOn(record: RecordFacts, column: Column): string | null {
  const issue = isDerived(column) ? undefined : record.issues.find(({ path }) => column.paths.includes(path));
  return issue === undefined ? null : issueRules[issue.rule].says;
}

interface FieldLineProps {
  readonly column: Column;
  readonly cell: CellValue;
  readonly changed: boolean;
  readonly issue: string | null;
}

function FieldLine({ column, cell, changed, issue }: FieldLineProps): ReactNode {
  const { vocabulary } = usePreferences();
  const label = vocabulary === 'source' ? column.plain : headerOf(column, vocabulary);
  return (
    <div className={`field ${issue === null ? '' : 'field-issue'} ${isDerived(column) ? 'field-derived' : ''}`}>
      <span className="field-label" title={column.help}>
        {issue !== null && <Glyph of={IconAlertTriangle} size={14} />}
        {label}
      </span>
      <span className="field-value">
        <FieldValue column={column} cell={cell} changed={changed} />
        {issue !== null && <span className="field-says small">{issue}</span>}
      </span>
      <span className="field-source" title={isDerived(column) ? column.rule : undefined}>
        {isDerived(column) ? firstClause(column.rule) : <Source column={column} />}
      </span>
    </div>
  );
}

/** The usual path of a value, and how its text is converted. The other paths are in the header's help. */
function Source({ column }: { readonly column: SourceColumn }): ReactNode {
  return (
    <>
      <SourcePath path={column.paths[0]} />
      {column.readRule !== undefined && `, ${column.readRule.replaceAll('`', '')}`}
    </>
  );
}

/** A path that can wrap between its parts. */
function SourcePath({ path }: { readonly path: string }): ReactNode {
  return (
    <span className="mono">
      {path.split(/(?<=\.)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}

/** The rule of a derived value without its exceptions, which are in the tooltip. */
function firstClause(rule: string): string {
  return /^.+?(?=[;.](?: |$))/.exec(rule)?.[0] ?? rule;
}

function FieldValue({
  column,
  cell,
  changed,
}: {
  readonly column: Column;
  readonly cell: CellValue;
  readonly changed: boolean;
}): ReactNode {
  const [asked, setAsked] = useState(column.personal !== true);
  if (isAbsent(cell)) return <span className="t3">{cellText(column, cell) || '–'}</span>;
  if (!asked)
    return (
      <button
        type="button"
        className="link small"
        onClick={() => {
          setAsked(true);
        }}
      >
        Show personal field
      </button>
    );
  if (typeof cell === 'object')
    return (
      <ul className="field-list">
        {cell.map((item, index) => (
          <li key={index}>{item}</li>
        ))}
      </ul>
    );
  if (column.name === 'range_flag' && cell !== 'NORMAL') return <FlagBadge flag={String(cell)} />;
  if (column.name === 'response_code') return <ResponseBadge code={String(cell)} />;
  const text = aloneText(column, cell);
  return (
    <>
      <span className={`${changed ? 'value-changed' : ''} ${column.kind === 'datetime' ? 'field-moment' : ''}`}>{text}</span>
      {column.kind === 'datetime' && text !== cell && !/[ ][+−Z]/.test(text) && <span className="tiny t3 field-zone">no zone</span>}
    </>
  );
}

/** Fields as sent that no column shows. */
function Undescribed({ record }: { readonly record: RecordFacts }): ReactNode {
  if (record.undescribed.length === 0) return null;
  return (
    <section>
      <h3 className="fields-head">
        Not described by the interface<span className="fields-note"> kept as sent</span>
      </h3>
      {record.undescribed.map(({ path, value }, index) => (
        <div key={index} className="field field-issue">
          <span className="field-label">
            <Glyph of={IconAlertTriangle} size={14} />
            {labelOfPath(path)}
          </span>
          <span className="field-value">{shownValue(value)}</span>
          <span className="field-source">
            <SourcePath path={path} />
          </span>
        </div>
      ))}
    </section>
  );
}
