import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import type { DatasetStatus, StudyStatus } from '../../../shared/status.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { describePendingReview, type PendingReviewQuestion, useDecision } from './pending-review-words.ts';
import { ConfirmDialog } from '../../ui/parts/dialogs.tsx';
import './pending-review.css';

interface PendingReviewNoticeProps {
  readonly status: StudyStatus;
  readonly name: DatasetName;
  /** Called when the notice is gone, so that the focus can move elsewhere. */
  readonly onDecided: () => void;
}

const decidingNow = 'Your decision is being applied.';

/** The shrink guard's question above the table it concerns; empty if nothing is pending review. Works offline. */
export function PendingReviewNotice({ status, name, onDecided }: PendingReviewNoticeProps): ReactNode {
  const pending = status.datasets.filter(({ pending }) => pending !== null);
  const dataset = pending.find((one) => one.dataset === name);
  const question = dataset === undefined ? null : describePendingReview(dataset);
  if (dataset === undefined || question === null) return null;
  const others = pending.filter((one) => one !== dataset);
  return <Question key={name} study={status.study} dataset={dataset} others={others} question={question} onDecided={onDecided} />;
}

interface QuestionProps {
  readonly study: string;
  readonly dataset: DatasetStatus;
  /** Other datasets of the study that are pending review. */
  readonly others: readonly DatasetStatus[];
  readonly question: PendingReviewQuestion;
  readonly onDecided: () => void;
}

function Question({ study, dataset, others, question, onDecided }: QuestionProps): ReactNode {
  const [asking, setAsking] = useState(false);
  const { discard, deciding, problem } = useDecision(study, dataset);
  const keep = async (): Promise<void> => {
    if (await discard()) onDecided();
  };
  return (
    <section className="pending-review" aria-label="Decision needed">
      <Glyph of={IconAlertTriangle} />
      <div className="pending-review-words">
        <p>
          <b>{question.title}</b> {question.says}
        </p>
        {others.length > 0 && <Others study={study} others={others} />}
        {problem !== null && (
          <p className="pending-review-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className="pending-review-steps">
        <ReasonButton reason={deciding ? decidingNow : null} onClick={() => void keep()}>
          Keep the earlier copy
        </ReasonButton>
        <ReasonButton
          variant="subtle"
          reason={deciding ? decidingNow : null}
          onClick={() => {
            setAsking(true);
          }}
        >
          Show the new copy
        </ReasonButton>
      </div>
      {asking && (
        <AcceptDialog
          study={study}
          dataset={dataset}
          onShown={onDecided}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </section>
  );
}

/** Links to the other questions, because each dataset is decided separately. */
function Others({ study, others }: Pick<QuestionProps, 'study' | 'others'>): ReactNode {
  const { go } = usePlace();
  return (
    <p className="small pending-review-others">
      Each dataset needs its own decision. Still to decide:
      {others.map(({ dataset }) => (
        <button
          key={dataset}
          type="button"
          className="link"
          aria-label={`Decide on ${datasetTitles[dataset].toLowerCase()}`}
          onClick={() => {
            go(studyPlace(study, dataset));
          }}
        >
          {datasetTitles[dataset]}
        </button>
      ))}
    </p>
  );
}

interface AcceptDialogProps {
  readonly study: string;
  readonly dataset: DatasetStatus;
  readonly onClose: () => void;
  /** Called when the new copy is shown, so the question is gone. */
  readonly onShown: () => void;
}

/** Asks for confirmation, with the numbers, before a smaller copy replaces the earlier one. */
function AcceptDialog({ study, dataset, onClose, onShown }: AcceptDialogProps): ReactNode {
  const { accept, deciding, problem } = useDecision(study, dataset);
  const question = describePendingReview(dataset);
  if (question === null) return null;
  const show = async (): Promise<void> => {
    if (!(await accept())) return;
    onClose();
    onShown();
  };
  return (
    <ConfirmDialog
      title={`Show the smaller copy of the ${datasetTitles[dataset.dataset].toLowerCase()} of ${study}?`}
      does={question.accept}
      grave
      busy={deciding}
      problem={problem}
      onConfirm={() => void show()}
      onClose={onClose}
    >
      <p className="t2">{question.consequence}</p>
    </ConfirmDialog>
  );
}

/** On a study's card: which datasets would shrink, with links to decide. */
export function PendingReviewNews({ study, pending }: { readonly study: string; readonly pending: readonly DatasetStatus[] }): ReactNode {
  const { go } = usePlace();
  return (
    <div className="study-trouble">
      <Glyph of={IconAlertTriangle} />
      <div className="t2">
        <ul>
          {pending.map((dataset) => (
            <li key={dataset.dataset}>
              {describePendingReview(dataset)?.title}{' '}
              <button
                type="button"
                className="link"
                aria-label={`Decide on ${datasetTitles[dataset.dataset].toLowerCase()}`}
                onClick={() => {
                  go(studyPlace(study, dataset.dataset));
                }}
              >
                Decide
              </button>
            </li>
          ))}
        </ul>
        <p>{pending.length === 1 ? 'The earlier copy stays' : 'The earlier copies stay'} until you decide.</p>
      </div>
    </div>
  );
}
