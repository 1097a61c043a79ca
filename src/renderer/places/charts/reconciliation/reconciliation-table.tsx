import type { ReactNode } from 'react';
import { IconCheck, IconMinus, IconQuestionMark, IconX } from '@tabler/icons-react';
import type { Reconciled } from '../../../../shared/derive/reconciliation.ts';
import type { CheckedChange, Outcome } from '../../../../shared/derive/recist-check.ts';
import { lesionWords } from '../../../../shared/derive/lesions.ts';
import { percentWords } from '../../../record/figures/response-words.ts';
import { ResponseBadge } from '../../../record/grid/cell-marks.tsx';
import { dateText } from '../../../record/grid/cell-text.ts';
import type { Anchor } from '../../../record/grid/grid-context.ts';
import { SubjectLink } from '../../../ui/parts/buttons.tsx';
import { millimetres, sumWords, outcomeWords } from './reconciliation-lines.ts';
import { Glyph } from '../../../ui/parts/icon.tsx';

interface ReconciliationTableProps {
  readonly study: string;
  readonly lines: readonly Reconciled[];
  /** Key of the record that is open next to the table. */
  readonly openKey: string | null;
  readonly onRecord: (key: string) => void;
  readonly onInputs: (at: Anchor, line: Reconciled, from: CheckedChange['from']) => void;
}

const froms = ['baseline', 'previous', 'nadir'] as const;

/** One line per assessment: the signed conclusion, the one by target sum, the outcome, then the sum and its calculated and sent changes. */
export function ReconciliationTable({ lines, ...rest }: ReconciliationTableProps): ReactNode {
  return (
    <table className="plain-table reconciliation-table">
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col">Assessment</th>
          <th scope="col">Assessed</th>
          <th scope="col">Signed</th>
          <th scope="col">By target sum</th>
          <th scope="col">Outcome</th>
          <th scope="col" className="right">
            Sum, mm
          </th>
          {froms.map((from) => (
            <th key={from} scope="col" className="right">
              From {from}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.course.assessment.key} line={line} {...rest} />
        ))}
      </tbody>
    </table>
  );
}

function Line({
  study,
  line,
  openKey,
  onRecord,
  onInputs,
}: Omit<ReconciliationTableProps, 'lines'> & { readonly line: Reconciled }): ReactNode {
  const { subject, label, course, checked } = line;
  const { key, assessment, assessed, sum, code, conclusion } = course.assessment;
  const { otherLesions } = course;
  return (
    <tr className="plain-line" data-record="responses" aria-current={openKey === key ? 'true' : undefined}>
      <td className="selectable">
        {subject === '' ? <span className="t3">missing</span> : <SubjectLink study={study} subject={subject} />}
        {label !== subject && <span className="small t3">{label.slice(subject.length)}</span>}
      </td>
      <td>
        <button
          type="button"
          className="link clip"
          onClick={() => {
            onRecord(key);
          }}
        >
          {assessment ?? 'without a name'}
        </button>
      </td>
      <td className="selectable">{assessed === null ? <span className="t3">missing</span> : dateText(assessed).slice(0, 10)}</td>
      <td title={conclusion ?? undefined}>
        {code === null ? <span className="t2">{conclusion ?? 'none'}</span> : <ResponseBadge code={code} />}
      </td>
      <td>{checked.target === null ? <span className="t3">–</span> : <ResponseBadge code={checked.target} />}</td>
      <td className="reconciliation-outcome">
        {course.assessment.isBaseline && checked.outcome === null ? (
          <span className="t3">baseline</span>
        ) : (
          <>
            <OutcomeMark outcome={checked.outcome} />
            {checked.outcome !== 'agrees' && <span className="small t2">{checked.because}</span>}
          </>
        )}
      </td>
      <td className="right num selectable">
        {sum === null ? <span className="t3">–</span> : sumWords(sum)}
        {otherLesions !== null && <span className="small t2 reconciliation-lesions">{lesionWords(otherLesions)}</span>}
      </td>
      {froms.map((from) => (
        <td key={from} className="right num">
          <ChangeCell line={line} from={from} onInputs={onInputs} />
        </td>
      ))}
    </tr>
  );
}

/** The calculated change, with the one sent by the service if that differs or is the only one. */
function ChangeCell({
  line,
  from,
  onInputs,
}: Pick<ReconciliationTableProps, 'onInputs'> & { readonly line: Reconciled; readonly from: CheckedChange['from'] }): ReactNode {
  const { course, checked } = line;
  const change = { baseline: course.fromBaseline, previous: course.fromPrevious, nadir: course.fromNadir }[from];
  const sent = checked.changes.find((one) => one.from === from);
  if (change === null) {
    return sent === undefined || sent.sent === null ? (
      <span className="t3">–</span>
    ) : (
      <span className="t3">sent {millimetres(sent.sent)}</span>
    );
  }
  const words =
    change.percent === null || from === 'previous' ? millimetres(change.mm) : `${millimetres(change.mm)}, ${percentWords(change.percent)}`;
  return (
    <button
      type="button"
      className="input-number"
      data-differs={sent?.isSame === false}
      aria-haspopup="dialog"
      title="Show how this number was calculated"
      onClick={({ currentTarget }) => {
        const { left, top, width, height } = currentTarget.getBoundingClientRect();
        onInputs({ left, top, width, height }, line, from);
      }}
    >
      {words}
      {sent?.isSame === false && sent.sent !== null && <span className="input-sent">sent {millimetres(sent.sent)}</span>}
    </button>
  );
}

const icons = { agrees: IconCheck, 'not-explained': IconQuestionMark, contradicts: IconX, 'not-compared': IconMinus } as const;

/** How a signed conclusion compares with its sum, as an icon and words. */
function OutcomeMark({ outcome }: { readonly outcome: Outcome | null }): ReactNode {
  const name = outcome ?? 'not-compared';
  return (
    <span className="outcome" data-outcome={name}>
      <Glyph of={icons[name]} size={14} />
      {outcomeWords[name]}
    </span>
  );
}
