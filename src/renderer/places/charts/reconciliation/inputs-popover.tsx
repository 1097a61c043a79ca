import type { ReactNode } from 'react';
import type { ResponseAssessment } from '../../../../shared/calls/views.ts';
import type { Reconciled } from '../../../../shared/derive/reconciliation.ts';
import type { CheckedChange } from '../../../../shared/derive/recist-check.ts';
import { isDecrease, isProgression, thresholds } from '../../../../shared/derive/response-course.ts';
import { percentWords } from '../../../record/figures/response-words.ts';
import { Anchored } from '../../../record/grid/anchored.tsx';
import type { Anchor } from '../../../record/grid/grid-context.ts';
import { useFocusReturn } from '../../../ui/parts/dialogs.tsx';
import { millimetres, sumWords } from './reconciliation-lines.ts';

interface InputsPopoverProps {
  readonly at: Anchor;
  readonly line: Reconciled;
  readonly from: CheckedChange['from'];
  readonly onRecord: (key: string) => void;
  readonly onClose: () => void;
}

const referenceTitles = {
  baseline: 'Baseline of the case',
  previous: 'Previous assessment with a sum',
  nadir: 'Smallest earlier sum, including baseline',
} as const;

/** Explains one change: both sums with their records, the calculation, the value sent by the service, and the RECIST threshold. */
export function InputsPopover({ at, line, from, onRecord, onClose }: InputsPopoverProps): ReactNode {
  const { course, checked } = line;
  useFocusReturn();
  const change = checked.changes.find((one) => one.from === from);
  const reference = course.references[from];
  return (
    <Anchored at={at} label={`Inputs of the change from ${from}`} width={400} onClose={onClose}>
      <div className="inputs">
        <h3>Change from {from}</h3>
        <dl className="inputs-sums">
          <SumLine title="This assessment" assessment={course.assessment} onRecord={onRecord} />
          <SumLine title={referenceTitles[from]} assessment={reference} onRecord={onRecord} />
        </dl>
        <p className="num">{madeWords(line, from)}</p>
        <p className="small t2 num">{sentWords(change)}</p>
        {from !== 'previous' && <p className="small t2 num">{thresholdWords(line, from)}</p>}
      </div>
    </Anchored>
  );
}

function SumLine({
  title,
  assessment,
  onRecord,
}: {
  readonly title: string;
  readonly assessment: ResponseAssessment | null;
  readonly onRecord: (key: string) => void;
}): ReactNode {
  return (
    <>
      <dt className="small t3">{title}</dt>
      <dd>
        {assessment === null ? (
          <span className="t3">none</span>
        ) : (
          <>
            <span className="clip">
              {[assessment.assessment, assessment.assessed?.slice(0, 10)].filter((part) => part !== null).join(', ')}
            </span>
            <b className="num push">{assessment.sum === null ? 'no sum' : `${sumWords(assessment.sum)} mm`}</b>
            <button
              type="button"
              className="link small"
              onClick={() => {
                onRecord(assessment.key);
              }}
            >
              Open
            </button>
          </>
        )}
      </dd>
    </>
  );
}

/** For example "63.0 − 80.0 = −17.0 mm; −17.0 mm / 80.0 mm = −21.3 %". */
function madeWords({ course }: Reconciled, from: CheckedChange['from']): string {
  const change = { baseline: course.fromBaseline, previous: course.fromPrevious, nadir: course.fromNadir }[from];
  const [sum, reference] = [course.assessment.sum, course.references[from]?.sum ?? null];
  if (change === null || sum === null || reference === null) return 'One of the two sums is missing, so there is no change.';
  const share =
    change.percent === null
      ? 'no percentage of a sum of 0'
      : `${millimetres(change.mm)} / ${sumWords(reference)} mm = ${percentWords(change.percent)}`;
  return `${sumWords(sum)} − ${sumWords(reference)} = ${millimetres(change.mm)}; ${share}`;
}

function sentWords(change: CheckedChange | undefined): string {
  if (change === undefined || change.sent === null) return 'The service sent no change to compare.';
  const sent = `The service sent ${millimetres(change.sent)}`;
  if (change.isSame === null) return `${sent}; there is nothing to compare it with.`;
  return change.isSame ? `${sent}, which matches.` : `${sent}, which differs.`;
}

/** How the change compares with its threshold in RECIST 1.1, 4.3.1. */
function thresholdWords({ course }: Reconciled, from: 'baseline' | 'nadir'): string {
  const { decrease, increase, leastIncrease } = thresholds;
  if (from === 'baseline') {
    const value = course.fromBaseline?.percent ?? null;
    const met = value !== null && isDecrease(value);
    return `PR needs a decrease of ${String(-decrease)} % or more from baseline: ${value === null ? 'cannot be determined' : met ? 'met' : 'not met'}.`;
  }
  const change = course.fromNadir;
  const says =
    change === null || (change.percent === null && change.mm > 0) ? 'cannot be determined' : isProgression(change) ? 'met' : 'not met';
  return `PD needs an increase of ${String(increase)} % and ${String(leastIncrease)} mm or more over the smallest sum: ${says}.`;
}
