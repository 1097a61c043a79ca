import { Fragment, type ReactNode } from 'react';
import { mostInFilter } from '../../../shared/derive/left-out.ts';
import type { TestResult } from '../../../shared/calls/views.ts';
import type { RecordAddress } from '../../data/model/place.ts';
import type { SubjectView } from '../../data/model/subject-view.ts';
import { anchorDay, anchorName } from './anchors.ts';
import type { SubjectFigure } from './subject-figure.ts';
import { worstTitle, worstWords } from './subject-grades.ts';
import type { SubjectData } from './use-subject-data.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

interface Props {
  readonly data: SubjectData;
  readonly figure: SubjectFigure;
  readonly view: SubjectView;
  /** Null in print, where nothing can be opened. */
  readonly onOpen: ((record: RecordAddress) => void) | null;
  readonly onRecords?: (results: readonly TestResult[]) => void;
}

/** The subject's worst grades in a sentence, with the numbers of ungraded and undated results. */
export function GradesLine({ data, figure: { grades, clock, anchors }, view, onOpen, onRecords }: Props): ReactNode {
  const { worst, ungraded, undated, isAny } = grades;
  if (!isAny) return null;
  const anchor = anchorName(view.anchor);
  const { ctcae } = data.labs;
  return (
    <p className="subject-grades small t2">
      {worst.length > 0 ? (
        <>
          Worst CTCAE {ctcae} grades after {anchor}:{' '}
          {worst.map((one, place) => (
            <Fragment key={worstWords(one)}>
              {place > 0 && ', '}
              <Opens
                title={worstTitle(one, anchor, clock)}
                open={
                  onOpen &&
                  (() => {
                    onOpen({ dataset: 'labs', key: one.result.key });
                  })
                }
              >
                {worstWords(one)}
              </Opens>
            </Fragment>
          ))}
          .
        </>
      ) : anchorDay(anchors, view.anchor) === null ? (
        `No worst CTCAE ${ctcae} grades: this subject has no usable date of ${anchor}.`
      ) : (
        `No CTCAE ${ctcae} grade of 1 or more after ${anchor}.`
      )}
      <Counted results={ungraded} words="could not be graded" onRecords={onRecords} />
      <Counted results={undated} words="without a complete, valid date, so on no side of it" onRecords={onRecords} />
    </p>
  );
}

function Counted({
  results,
  words,
  onRecords,
}: {
  readonly results: readonly TestResult[];
  readonly words: string;
  readonly onRecords: Props['onRecords'];
}): ReactNode {
  if (results.length === 0) return null;
  const canOpen = onRecords !== undefined && results.length <= mostInFilter;
  return (
    <>
      {' '}
      <Opens
        title="Open the rows"
        open={
          canOpen
            ? () => {
                onRecords(results);
              }
            : null
        }
      >
        {formatCountOf(results.length, 'result')} {words}
      </Opens>
      .
    </>
  );
}

function Opens({
  title,
  open,
  children,
}: {
  readonly title: string;
  readonly open: (() => void) | null;
  readonly children: ReactNode;
}): ReactNode {
  if (open === null) return children;
  return (
    <button type="button" className="link" title={title} onClick={open}>
      {children}
    </button>
  );
}
