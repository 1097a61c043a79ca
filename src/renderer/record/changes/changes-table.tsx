import { Button, Skeleton } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { RecordAddress } from '../../data/model/place.ts';
import { ChangeMark } from '../../ui/parts/badges.tsx';
import { datasetIcons, Glyph } from '../../ui/parts/icon.tsx';
import { datasetTitles, subjectWidth } from '../../ui/parts/dataset-titles.ts';
import { growthOf, type ChangeGroup, type ChangeKind, type ChangeLine, countsInWords, total } from './change-lines.ts';
import { fieldOf, recordOf, visitOf, contentOf, flagOf } from './record-words.ts';
import { FlagBadge } from '../grid/cell-marks.tsx';
import { FieldStep } from '../grid/field-step.tsx';
import { formatCount } from '../../../shared/format-count.ts';

interface Props {
  /** Null while the first groups load. */
  readonly groups: readonly ChangeGroup[] | null;
  readonly kind: ChangeKind | null;
  /** Shows one dataset in full instead of the first lines of each. */
  readonly whole: boolean;
  /** The record that is open next to the table. */
  readonly current: RecordAddress | null;
  readonly onOpen: (record: RecordAddress) => void;
  readonly onDataset: (dataset: DatasetName) => void;
  readonly onMore: () => void;
}

export function ChangesTable({ groups, kind, whole, current, onOpen, onDataset, onMore }: Props): ReactNode {
  return (
    <div className="table-scroll">
      <table
        className="plain-table changes-table"
        style={subjectWidth(groups?.flatMap(({ lines }) => lines.map(({ change }) => change.subject ?? '')) ?? [])}
      >
        <thead>
          <tr>
            <th aria-label="Kind" />
            <th>Subject</th>
            <th>Visit</th>
            <th>Record</th>
            <th>Field</th>
            <th>Before, after</th>
          </tr>
        </thead>
        {groups === null ? (
          <Waiting />
        ) : (
          withRows(groups, kind).map((group) => (
            <tbody key={group.dataset}>
              <GroupLine group={group} kind={kind} whole={whole} onDataset={onDataset} />
              {group.lines.map((line) => (
                <Line
                  key={line.id}
                  line={line}
                  open={current?.key === line.change.key && current.dataset === line.change.dataset}
                  onOpen={onOpen}
                />
              ))}
            </tbody>
          ))
        )}
      </table>
      {whole &&
        groups !== null &&
        groups.map((group) => {
          const left = wanted(group, kind) - group.shown;
          return (
            left > 0 && (
              <div key={group.dataset} className="table-more">
                <Button onClick={onMore}>
                  Show {formatCount(Math.min(left, growthOf(group.shown)))} more, {formatCount(left)} left
                </Button>
              </div>
            )
          );
        })}
    </div>
  );
}

/** The groups with changes of the kind; all groups if there is no kind or none has any, so that the table shows that. */
function withRows(groups: readonly ChangeGroup[], kind: ChangeKind | null): readonly ChangeGroup[] {
  const some = groups.filter((group) => wanted(group, kind) > 0);
  return kind === null || some.length === 0 ? groups : some;
}

function wanted(group: ChangeGroup, kind: ChangeKind | null): number {
  return kind === null ? total(group.counts) : group.counts[kind];
}

function GroupLine({
  group,
  kind,
  whole,
  onDataset,
}: {
  readonly group: ChangeGroup;
  readonly kind: ChangeKind | null;
  readonly whole: boolean;
  readonly onDataset: (dataset: DatasetName) => void;
}): ReactNode {
  const all = wanted(group, kind);
  return (
    <tr className="changes-group">
      <td>
        <Glyph of={datasetIcons[group.dataset]} size={14} />
      </td>
      <th colSpan={5} scope="rowgroup">
        <span className="row">
          <b>{datasetTitles[group.dataset]}</b>
          <span className="t3">
            {countsInWords(kind === null ? group.counts : { new: 0, changed: 0, vanished: 0, [kind]: all }, ' · ')}
          </span>
          {!whole && all > group.shown && (
            <button
              type="button"
              className="link small push"
              onClick={() => {
                onDataset(group.dataset);
              }}
            >
              Show all {formatCount(all)}
            </button>
          )}
        </span>
      </th>
    </tr>
  );
}

function Line({
  line,
  open,
  onOpen,
}: {
  readonly line: ChangeLine;
  readonly open: boolean;
  readonly onOpen: (record: RecordAddress) => void;
}): ReactNode {
  const { change } = line;
  const openIt = (): void => {
    onOpen({ dataset: change.dataset, key: change.key });
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    openIt();
  };
  return (
    <tr
      className="plain-line"
      data-record={change.dataset}
      tabIndex={0}
      aria-current={open ? 'true' : undefined}
      onClick={openIt}
      onKeyDown={press}
      aria-label={`${recordOf(line)}, ${fieldOf(line)}, ${change.kind}: open`}
    >
      <td>
        <ChangeMark kind={change.kind} />
      </td>
      <td className="medium num">{change.subject ?? '–'}</td>
      <td className="t2" title={visitOf(line)}>
        {visitOf(line)}
      </td>
      <td title={recordOf(line)}>{recordOf(line)}</td>
      <td className="t2">{fieldOf(line)}</td>
      <td>
        <BeforeAfter line={line} />
      </td>
    </tr>
  );
}

function Waiting(): ReactNode {
  return (
    <tbody aria-busy="true" aria-label="Loading">
      {Array.from({ length: 12 }, (_, place) => (
        <tr key={place}>
          <td />
          {[32, 48, 120, 64, 96].map((width, cell) => (
            <td key={cell}>
              <Skeleton height={9} width={width + ((place * 7) % 23)} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** "58 → 62"; for a whole record, its content, struck through if it vanished. */
function BeforeAfter({ line }: { readonly line: ChangeLine }): ReactNode {
  const { change, field } = line;
  if (field !== null) return <FieldStep dataset={datasets[change.dataset]} field={field} />;
  switch (change.kind) {
    case 'vanished':
      return <VanishedRecord content={contentOf(line)} />;
    case 'new':
      return <NewRecord line={line} />;
    case 'changed':
      return <span className="t2">only in fields without a column</span>;
  }
}

function VanishedRecord({ content }: { readonly content: string }): ReactNode {
  return (
    <>
      {content !== '' && <del className="value-gone">{content}</del>} <span className="small t3">kept in the history</span>
    </>
  );
}

function NewRecord({ line }: { readonly line: ChangeLine }): ReactNode {
  const flag = flagOf(line);
  return (
    <span className="medium">
      {line.change.dataset === 'subjects' ? 'Listed by the service' : contentOf(line)}
      {flag !== null && (
        <>
          {' '}
          <FlagBadge flag={flag} />
        </>
      )}
    </span>
  );
}
