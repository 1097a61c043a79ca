import { Tabs } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { ChangesTable } from '../../record/changes/changes-table.tsx';
import { groupChanges, type ChangeGroup } from '../../record/changes/change-lines.ts';
import '../../record/changes/changes.css';
import { useLoad } from '../../data/calls/use-call.ts';
import { DatasetGrid } from '../../record/dataset/dataset-grid.tsx';
import { useModel } from '../../data/model/model-context.ts';
import type { RecordAddress } from '../../data/model/place.ts';
import { SubjectNotes, useNotesOn } from '../../record/notes/notes-panel.tsx';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { Empty, ErrorStrip } from '../../ui/parts/states.tsx';
import { tableNames, type TableName } from '../../data/model/subject-view.ts';
import { mostChanges, recordsIn, type SubjectData } from './use-subject-data.ts';
import { formatCount } from '../../../shared/format-count.ts';

interface Props {
  readonly study: string;
  readonly data: SubjectData;
  readonly table: TableName;
  readonly record: RecordAddress | null;
  readonly onTable: (table: TableName) => void;
  readonly onOpen: (record: RecordAddress) => void;
}

/** All records of the subject in one table per dataset, the changes to them, and the notes on the subject as a whole. */
export function SubjectTables({ study, data, table, record, onTable, onOpen }: Props): ReactNode {
  const { notes } = useNotesOn(study, { of: 'subject', subject: data.subject });
  const choose = (chosen: string | null): void => {
    const found = tableNames.find((name) => name === chosen);
    if (found !== undefined) onTable(found);
  };
  return (
    <Tabs className="subject-tables" value={table} onChange={choose} keepMounted={false}>
      <Tabs.List aria-label="Records of this subject">
        {tableNames.map((name) => (
          <Tabs.Tab key={name} value={name} className={name === 'changes' && data.changes.of > 0 ? 'subject-changes-tab' : ''}>
            {tableTitles[name]} <span className="tab-count">{countOf(data, name, notes.length)}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tableNames.map((name) => (
        <Tabs.Panel key={name} value={name} className="subject-table">
          {name === 'changes' ? (
            <SubjectChanges study={study} changes={data.changes} record={record} onOpen={onOpen} />
          ) : name === 'notes' ? (
            <div className="subject-notes">
              <SubjectNotes study={study} subject={data.subject} />
            </div>
          ) : (
            <DatasetGrid study={study} dataset={name} subject={data.subject} />
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

const tableTitles: Readonly<Record<TableName, string>> = { ...datasetTitles, changes: 'Changes', notes: 'Notes' };

function countOf(data: SubjectData, name: TableName, notes: number): string {
  if (name === 'notes') return formatCount(notes);
  const count = name === 'changes' ? data.changes.of : recordsIn(data, name);
  return count === null ? '–' : formatCount(count);
}

interface ChangesProps {
  readonly study: string;
  readonly changes: SubjectData['changes'];
  readonly record: RecordAddress | null;
  readonly onOpen: (record: RecordAddress) => void;
}

function SubjectChanges({ study, changes, record, onOpen }: ChangesProps): ReactNode {
  const { data } = useModel();
  const load = useCallback(async () => groupChanges(data.call, study, changes.changes), [data, study, changes]);
  const { data: groups, error, reload } = useLoad<readonly ChangeGroup[]>(load);
  if (changes.of === 0)
    return (
      <Empty
        icon={IconArrowsExchange}
        title="No pass changed anything for this subject"
        says="Records from the first pass of a dataset do not count as changes."
      />
    );
  return (
    <>
      {error !== null && <ErrorStrip error={error} step={{ label: 'Try again', take: reload }} />}
      {changes.of > mostChanges && (
        <p className="subject-said small t2">
          The newest {formatCount(mostChanges)} of {formatCount(changes.of)}; each record’s history lists all its changes.
        </p>
      )}
      <ChangesTable
        groups={groups}
        kind={null}
        whole
        current={record}
        onOpen={onOpen}
        onDataset={() => undefined}
        onMore={() => undefined}
      />
    </>
  );
}
