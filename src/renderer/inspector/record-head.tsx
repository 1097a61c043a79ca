import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Output } from '../../shared/contract.ts';
import type { Dataset } from '../../shared/datasets/declaration.ts';
import { formatCountOf } from '../format/numbers.ts';
import { FlagBadge, ResponseBadge } from '../grid/cell-marks.tsx';
import { cellOf } from '../grid/cell-of.ts';
import { markOf } from '../grid/change-marks.ts';
import { ChangeMark } from '../parts/change-mark.tsx';
import { Glyph } from '../parts/icon.tsx';
import { titleOf } from './record-title.ts';

interface RecordHeadProps {
  readonly dataset: Dataset;
  readonly record: Output<'record.get'>;
  readonly recordKey: string;
  /** Changes of later generations are marked. */
  readonly since: number;
}

/** What a record is, whose and when, and what is special about it. */
export function RecordHead({ dataset, record, recordKey, since }: RecordHeadProps): ReactNode {
  const { row, undescribed, issues } = record;
  if (row === null) {
    return (
      <header className="inspector-head">
        <div className="inspector-title">
          <h2 className="clip">{recordKey}</h2>
          <span className="mark-words">
            <ChangeMark kind="vanished" />
            no longer sent
          </span>
        </div>
        <p className="small t2">The service does not send this record any more. Its history was kept.</p>
      </header>
    );
  }
  const { title, context } = titleOf(dataset, row);
  const mark = markOf(row, since);
  const [flag, response] = [cellOf(dataset, row, 'range_flag'), cellOf(dataset, row, 'response_code')];
  return (
    <header className="inspector-head">
      <div className="inspector-title">
        <h2>{title === '' ? recordKey : title}</h2>
        {typeof flag === 'string' && flag !== 'NORMAL' && <FlagBadge flag={flag} />}
        {typeof response === 'string' && <ResponseBadge code={response} />}
        {mark !== null && (
          <span className={`mark-words mark-words-${mark}`}>
            <ChangeMark kind={mark} />
            {mark}
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
      <p className="small t2 clip">{context}</p>
    </header>
  );
}
