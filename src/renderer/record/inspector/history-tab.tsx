import type { ReactNode } from 'react';
import type { Change } from '../../../shared/contract.ts';
import type { Dataset } from '../../../shared/datasets/declaration.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { FieldStep } from '../grid/field-step.tsx';
import { fieldTitle } from '../grid/field-title.ts';
import { ChangeMark } from '../../ui/parts/change-mark.tsx';

const words: Readonly<Record<Change['kind'], string>> = { new: 'First seen', changed: 'Changed', vanished: 'Vanished' };

/** What the passes saw of this record, the newest first. */
export function HistoryTab({ dataset, history }: { readonly dataset: Dataset; readonly history: readonly Change[] }): ReactNode {
  return (
    <div className="history selectable">
      <ol>
        {history.map((change, place) => (
          <HistoryEvent
            key={`${String(change.generation)} ${change.kind}`}
            dataset={dataset}
            change={change}
            first={place === history.length - 1}
          />
        ))}
      </ol>
      <p className="small t3 history-note">
        The service returns only the latest state of a record. This history was kept on this computer.
      </p>
    </div>
  );
}

interface HistoryEventProps {
  readonly dataset: Dataset;
  readonly change: Change;
  /** The oldest: before, the record was not known. */
  readonly first: boolean;
}

function HistoryEvent({ dataset, change, first }: HistoryEventProps): ReactNode {
  return (
    <li className="event">
      <span className="event-line">
        <ChangeMark kind={change.kind} />
      </span>
      <div className="event-body">
        <div className="row">
          <b className="medium">{change.kind === 'new' && !first ? 'Seen again' : words[change.kind]}</b>
          <span className="push small t3 num">
            pass {change.generation} · {formatMoment(change.at)}
          </span>
        </div>
        {change.kind === 'changed' && change.fields.map((field) => <FieldChange key={field.column} dataset={dataset} field={field} />)}
        {change.kind === 'changed' && change.fields.length === 0 && <p className="small t2">Only parts that no column shows.</p>}
        {change.kind === 'vanished' && <p className="small t2">A complete pass did not contain it any more.</p>}
      </div>
    </li>
  );
}

function FieldChange({ dataset, field }: { readonly dataset: Dataset; readonly field: Change['fields'][number] }): ReactNode {
  return (
    <div className="before-after">
      <span className="t2">{fieldTitle(dataset, field)}</span>
      <FieldStep dataset={dataset} field={field} />
    </div>
  );
}
