import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { DatasetName } from '../../../shared/datasets/declaration.ts';
import type { DatasetStatus, StudyStatus } from '../../../shared/status.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ReasonButton } from '../../ui/parts/reason-button.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import { describeHeldBack, type HeldBackQuestion } from './held-back-words.ts';
import { useDecision } from './use-decision.ts';
import './held-back.css';

interface HeldBackNoticeProps {
  readonly status: StudyStatus;
  readonly name: DatasetName;
  /** The question is gone, and the focus needs another place. */
  readonly onDecided: () => void;
}

const decidingNow = 'What was decided is being done.';

/** The shrink guard's question over the table that it is about; nothing where nothing of it is held back. Needs no network. */
export function HeldBackNotice({ status, name, onDecided }: HeldBackNoticeProps): ReactNode {
  const held = status.datasets.filter(({ pending }) => pending !== null);
  const dataset = held.find((one) => one.dataset === name);
  const question = dataset === undefined ? null : describeHeldBack(dataset);
  if (dataset === undefined || question === null) return null;
  const others = held.filter((one) => one !== dataset);
  return <Question key={name} study={status.study} dataset={dataset} others={others} question={question} onDecided={onDecided} />;
}

interface QuestionProps {
  readonly study: string;
  readonly dataset: DatasetStatus;
  /** Those of the same study that wait too. */
  readonly others: readonly DatasetStatus[];
  readonly question: HeldBackQuestion;
  readonly onDecided: () => void;
}

function Question({ study, dataset, others, question, onDecided }: QuestionProps): ReactNode {
  const [asking, setAsking] = useState(false);
  const { discard, deciding, problem } = useDecision(study, dataset);
  const keep = async (): Promise<void> => {
    if (await discard()) onDecided();
  };
  return (
    <section className="held-back" aria-label="Decision wanted">
      <Glyph of={IconAlertTriangle} />
      <div className="held-back-words">
        <p>
          <b>{question.title}</b> {question.says}
        </p>
        {others.length > 0 && <Others study={study} others={others} />}
        {problem !== null && (
          <p className="held-back-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className="held-back-steps">
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

/** The way to the other questions: each dataset is decided on its own. */
function Others({ study, others }: Pick<QuestionProps, 'study' | 'others'>): ReactNode {
  const { go } = usePlace();
  return (
    <p className="small held-back-others">
      Decided one by one. Still to decide:
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
