import { useState, type ReactNode } from 'react';
import type { Change } from '../../../shared/contract.ts';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { FieldStep, fieldTitle } from '../grid/field-step.tsx';
import { ChangeMark } from '../../ui/parts/badges.tsx';
import { ShowMore } from '../../ui/parts/buttons.tsx';

const words: Readonly<Record<Change['kind'], string>> = { new: 'First seen', changed: 'Changed', vanished: 'Vanished' };

/** Changes shown initially and added by each "Show more". */
const step = 100;

/** The changes of this record that passes found, newest first. */
export function HistoryTab({ dataset, history }: { readonly dataset: Dataset; readonly history: readonly Change[] }): ReactNode {
  const [limit, setLimit] = useState(step);
  return (
    <div className="history selectable">
      <ol>
        {history.slice(0, limit).map((change, place) => (
          <HistoryEvent
            key={`${String(change.generation)} ${change.kind}`}
            dataset={dataset}
            change={change}
            first={place === history.length - 1}
          />
        ))}
      </ol>
      <ShowMore
        left={history.length - limit}
        onMore={() => {
          setLimit(limit + step);
        }}
      />
      <p className="small t3 history-note">
        The service returns only the latest state of a record. This history was recorded on this computer.
      </p>
    </div>
  );
}

interface HistoryEventProps {
  readonly dataset: Dataset;
  readonly change: Change;
  /** Whether it is the oldest change; the record was unknown before. */
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
        {change.kind === 'changed' && change.fields.length === 0 && <p className="small t2">Only fields not shown in a column.</p>}
        {change.kind === 'vanished' && <p className="small t2">A complete pass no longer contained it.</p>}
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
