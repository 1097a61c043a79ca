import { IconAlertTriangle, IconCalendarCheck, IconHistory } from '@tabler/icons-react';
import { Fragment, type ReactNode, useEffect } from 'react';
import type { Output } from '../../../shared/contract.ts';
import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { FlagBadge, ResponseBadge } from '../grid/cell-marks.tsx';
import { cellOf } from '../../data/table/layout.ts';
import { markOf } from '../grid/change-marks.ts';
import { ChangeMark } from '../../ui/parts/badges.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import type { LastKnown } from './last-known.ts';
import { titleOf } from './record-title.ts';
import { isTyping } from '../../ui/keys/key-map.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

interface RecordHeadProps {
  readonly dataset: Dataset;
  readonly record: Output<'record.get'>;
  /** Last known state of a record that the service no longer sends. */
  readonly vanished: LastKnown | null;
  readonly recordKey: string;
  /** Changes after this generation are marked. */
  readonly since: number;
}

/** Title, subject and date of a record, with its marks. */
export function RecordHead({ dataset, record, vanished, recordKey, since }: RecordHeadProps): ReactNode {
  const { row, undescribed, issues, isAfterCutOff } = record;
  if (row === null) return <VanishedHead dataset={dataset} vanished={vanished} recordKey={recordKey} />;
  const { title, context } = titleOf(dataset, row);
  const mark = markOf(row, since);
  const [flag, response] = [cellOf(dataset, row, 'range_flag'), cellOf(dataset, row, 'response_code')];
  return (
    <header className="inspector-head">
      <div className="inspector-title">
        <h2>{title.length === 0 ? recordKey : <Words of={title} between={dataset.label.between} />}</h2>
        {typeof flag === 'string' && flag !== 'NORMAL' && <FlagBadge flag={flag} />}
        {typeof response === 'string' && <ResponseBadge code={response} />}
        {mark !== null && (
          <span className={`mark-words mark-words-${mark}`}>
            <ChangeMark kind={mark} />
            {mark}
          </span>
        )}
        {isAfterCutOff && (
          <span
            className="mark-words mark-words-warn"
            title="It does not appear in tables, charts or exports while the data cut-off is set."
          >
            <Glyph of={IconCalendarCheck} size={14} />
            after the data cut-off
          </span>
        )}
        {undescribed.length > 0 && (
          <span className="mark-words mark-words-warn">
            <Glyph of={IconAlertTriangle} size={14} />
            {formatCountOf(undescribed.length, 'undescribed field')}
          </span>
        )}
        {issues.length > undescribed.length && (
          <span className="mark-words mark-words-warn">
            <Glyph of={IconAlertTriangle} size={14} />
            {formatCountOf(issues.length - undescribed.length, 'issue')}
          </span>
        )}
      </div>
      <p className="small t2 clip">
        <Words of={context} between=" · " />
      </p>
    </header>
  );
}

/** Isolates each word, so that right-to-left characters in one do not reorder the others. */
function Words({ of, between }: { readonly of: readonly string[]; readonly between: string }): ReactNode {
  return of.map((word, place) => (
    <Fragment key={place}>
      {place > 0 && between}
      <bdi>{word}</bdi>
    </Fragment>
  ));
}

/** Head of a record that the service no longer sends: what it was, and when it vanished. */
function VanishedHead({ dataset, vanished, recordKey }: Pick<RecordHeadProps, 'dataset' | 'vanished' | 'recordKey'>): ReactNode {
  const named = vanished === null ? null : titleOf(dataset, vanished.row);
  return (
    <header className="inspector-head">
      <div className="inspector-title">
        <h2 className={named === null ? 'clip' : 'value-gone'}>
          {named === null || named.title.length === 0 ? recordKey : <Words of={named.title} between={dataset.label.between} />}
        </h2>
        <span className="mark-words">
          <ChangeMark kind="vanished" />
          vanished{vanished === null ? '' : ` ${formatMoment(vanished.at)}`}
        </span>
      </div>
      {named !== null && (
        <p className="small t2 clip">
          <Words of={named.context} between=" · " />
        </p>
      )}
      <p className="note note-info inspector-gone">
        <Glyph of={IconHistory} />
        <span>
          {vanished === null
            ? 'The service does not send this record, and nothing was kept of it.'
            : `Pass ${String(vanished.generation)} was complete and no longer contained this record. Its last known fields were kept on this computer.`}
        </span>
      </p>
    </header>
  );
}

/** Overlays that Escape closes before the record. */
const over = '[role=dialog], [role=menu]';

/** Closes a record on Escape wherever the focus is, unless the key was handled, was typed in a field, or an overlay was open. */
export function useCloseOnEscape(onClose: () => void): void {
  useEffect(() => {
    let isOverlaid = false;
    // Checked in the capture phase: another listener may close the overlay before `hear` runs.
    const look = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') isOverlaid = document.querySelector(over) !== null;
    };
    const hear = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isOverlaid && !isTyping(event.target)) onClose();
    };
    window.addEventListener('keydown', look, { capture: true });
    window.addEventListener('keydown', hear);
    return () => {
      window.removeEventListener('keydown', look, { capture: true });
      window.removeEventListener('keydown', hear);
    };
  }, [onClose]);
}
