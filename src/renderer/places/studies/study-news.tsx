import { Button, Popover, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import type { DatasetStatus } from '../../../shared/status.ts';
import { formatDay } from '../../ui/format/dates.ts';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { type StudySync, shareOf } from '../../data/model/sync-state.ts';
import { ExpiredNews } from '../../record/site-pack/site-pack-marks.tsx';
import { ChangeMark } from '../../ui/parts/badges.tsx';
import { CopyButton } from '../../ui/parts/buttons.tsx';
import { PendingReviewNews } from '../../record/pending-review/pending-review-notice.tsx';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { datasetNames } from '../../../shared/datasets/datasets.ts';
import { useStore } from '../../data/model/store.ts';
import { describeNextTry, describeProgress, describeRows, describeWait } from '../../ui/parts/file-run.tsx';
import { useNow } from '../../ui/parts/as-of.ts';
import { formatCount } from '../../../shared/format-count.ts';

/** Middle of a card: the running sync, else the expired site pack, else problems and pending decisions, else the changes, if any. */
export function StudyNews({
  card,
  running,
  over,
  onRenew,
}: {
  readonly card: StudyCard;
  readonly running: StudySync | undefined;
  /** The study came in a site pack that has expired. */
  readonly over: boolean;
  readonly onRenew: (study: string) => void;
}): ReactNode {
  return <div className="small study-news">{over && running === undefined ? <ExpiredNews /> : newsOf(card, running, onRenew)}</div>;
}

function newsOf(card: StudyCard, running: StudySync | undefined, onRenew: (study: string) => void): ReactNode {
  if (running !== undefined) return <StudySyncView sync={running} />;
  const renew = (): void => onRenew(card.study);
  if (card.problem !== null) {
    const { code, message } = card.problem;
    return <Trouble says={message} report={`${code}: ${message}`} onRenew={code === 'CORRUPT' ? renew : null} />;
  }
  const pending = card.status.datasets.filter(({ pending }) => pending !== null);
  const failed = card.status.datasets.filter((dataset) => dataset.error !== null);
  const error = failed[0]?.error ?? null;
  if (pending.length === 0 && error === null) return <Since card={card} />;
  return (
    <>
      {pending.length > 0 && <PendingReviewNews study={card.study} pending={pending} />}
      {error !== null && <Trouble says={error.message} report={reportOn(failed)} onRenew={error.code === 'CORRUPT' ? renew : null} />}
    </>
  );
}

/** One line for all datasets with the same error. */
function reportOn(failed: readonly DatasetStatus[]): string {
  const lines = Map.groupBy(failed, ({ error }) => (error === null ? '' : `${error.code}: ${error.message}`));
  return [...lines].map(([line, datasets]) => `${datasets.map(({ dataset }) => datasetTitles[dataset]).join(', ')}: ${line}`).join('\n');
}

function Trouble({
  says,
  report,
  onRenew,
}: {
  readonly says: string;
  readonly report: string;
  /** Null if mirroring again would not help. */
  readonly onRenew: (() => void) | null;
}): ReactNode {
  return (
    <div className="study-trouble">
      <Glyph of={IconAlertTriangle} />
      <div className="t2">
        <p className="study-trouble-says">{says}</p>
        <Popover position="bottom-start" width={440} trapFocus returnFocus>
          <Popover.Target>
            <button type="button" className="link">
              What happened
            </button>
          </Popover.Target>
          <Popover.Dropdown className="study-trouble-all">
            {report.split('\n').map((line) => (
              <p key={line} className="selectable">
                {line}
              </p>
            ))}
            <CopyButton text={report} label="Copy report" />
          </Popover.Dropdown>
        </Popover>
        {onRenew !== null && (
          <Button size="xs" className="study-trouble-step" onClick={onRenew}>
            Mirror again
          </Button>
        )}
      </div>
    </div>
  );
}

function Since({ card }: { readonly card: StudyCard }): ReactNode {
  const { go } = usePlace();
  const { new: added, changed, vanished } = card.sinceLooked;
  const since = card.lookedAt === null ? '' : `, ${formatDay(card.lookedAt)}`;
  if (card.status.datasets.every((dataset) => dataset.asOf === null))
    return <p className="t3">Sync to mirror this study onto this computer.</p>;
  if (added + changed + vanished === 0) {
    return (
      <>
        <p className="t3">
          {card.lookedAt === null ? 'Nothing changed since the first pass.' : `Nothing changed since you last looked${since}.`}
        </p>
        {card.demo && <p className="t2 study-demo-says">Synthetic data, for trying Carrel out.</p>}
      </>
    );
  }
  return (
    <>
      <p className="t3">{card.lookedAt === null ? 'Since the first pass' : `Since you last looked${since}`}</p>
      <div className="study-changes">
        <span>
          <ChangeMark kind="new" /> <b className="num">{formatCount(added)}</b> new
        </span>
        <span>
          <ChangeMark kind="changed" /> <b className="num">{formatCount(changed)}</b> changed
        </span>
        <span>
          <ChangeMark kind="vanished" /> <b className="num">{formatCount(vanished)}</b> vanished
        </span>
        <button
          type="button"
          className="link push"
          onClick={() => {
            go(studyPlace(card.study, 'changes'));
          }}
        >
          Review changes
        </button>
      </div>
    </>
  );
}

/** Progress of a sync: current page, rows, time left, and finished datasets. */
function StudySyncView({ sync }: { readonly sync: StudySync }): ReactNode {
  const now = useNow(1000).getTime();
  const wait = useStore(useModel().wait);
  const share = sync.progress === null ? 0 : (shareOf(sync.progress) ?? 0);
  const doing = wait === null ? describeProgress(sync.progress) : `${describeWait(wait)}, ${describeNextTry(wait)}`;
  return (
    <>
      <div className="row">
        <span className="medium num">{sync.progress === null ? 'Waiting to start' : doing}</span>
        <span className="push t3 num">{wait === null && describeRows(sync, now)}</span>
      </div>
      <Progress className="study-progress" value={share * 100} aria-label="Progress of this dataset" />
      <div className="study-steps">
        {datasetNames.map((name) => {
          const done = sync.finished.includes(name);
          const current = !done && sync.progress?.dataset === name;
          return (
            <span key={name} className={done ? 'study-step-done' : current ? 'study-step-now' : ''}>
              {done && <Glyph of={IconCheck} size={14} />}
              {datasetTitles[name]}
            </span>
          );
        })}
      </div>
    </>
  );
}
