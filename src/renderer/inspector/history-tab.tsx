import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Change } from '../../shared/contract.ts';
import { columnOf } from '../../shared/datasets/index.ts';
import type { CellValue, Dataset } from '../../shared/datasets/declaration.ts';
import { formatMoment } from '../format/dates.ts';
import { cellText } from '../grid/cell-text.ts';
import { isAbsent } from '../grid/conditions.ts';
import { ChangeMark } from '../parts/change-mark.tsx';
import { Glyph } from '../parts/icon.tsx';

const words: Readonly<Record<Change['kind'], string>> = { new: 'First seen', changed: 'Changed', vanished: 'No longer sent' };

/** What the passes saw of this record, the newest first. */
export function HistoryTab({ dataset, history }: { readonly dataset: Dataset; readonly history: readonly Change[] }): ReactNode {
  return (
    <div className="history selectable">
      <ol>{history.map((change) => <HistoryEvent key={`${String(change.generation)} ${change.kind}`} dataset={dataset} change={change} />)}</ol>
      <p className="small t3 history-note">The service returns only the latest state of a record. This history was kept on this computer.</p>
    </div>
  );
}

function HistoryEvent({ dataset, change }: { readonly dataset: Dataset; readonly change: Change }): ReactNode {
  return (
    <li className="event">
      <span className="event-line"><ChangeMark kind={change.kind} /></span>
      <div className="event-body">
        <div className="row"><b className="medium">{words[change.kind]}</b><span className="push small t3 num">generation {change.generation} · {formatMoment(change.at)}</span></div>
        {change.kind === 'changed' && change.fields.map((field) => <FieldChange key={field.column} dataset={dataset} field={field} />)}
        {change.kind === 'changed' && change.fields.length === 0 && <p className="small t2">Only parts that no column shows.</p>}
        {change.kind === 'vanished' && <p className="small t2">A complete pass did not contain it any more.</p>}
      </div>
    </li>
  );
}

function FieldChange({ dataset, field }: { readonly dataset: Dataset; readonly field: Change['fields'][number] }): ReactNode {
  const column = columnOf(dataset, field.column);
  const say = (cell: CellValue): string => (isAbsent(cell) ? 'nothing' : column === undefined ? String(cell) : cellText(column, cell));
  return (
    <div className="before-after num">
      <span className="t2 clip">{column?.plain ?? field.column}</span>
      <span className="before-after-values"><del>{say(field.before)}</del><Glyph of={IconArrowRight} size={14} /><ins>{say(field.after)}</ins></span>
    </div>
  );
}
