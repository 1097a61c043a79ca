import { Skeleton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { StudyCard, Output } from '../../../shared/contract.ts';
import { useAnswered, useCall, type LoadState, useReloadOn } from '../../data/calls/use-call.ts';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { Choice } from '../../ui/parts/controls.tsx';
import { notMirrored, NotMirrored } from '../../ui/sync/not-mirrored.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { ExportListingButton } from '../../record/listings/listing-files.tsx';
import { Coverage } from './coverage.tsx';
import { useVisitOrder } from './visit-order-dialog.tsx';
import { WaitingList } from './waiting-list.tsx';
import { countsInWords } from '../../record/changes/change-lines.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { changesPlace } from '../../data/model/place.ts';
import { formatCount } from '../../../shared/format-count.ts';

type Pane = 'coverage' | 'waiting' | 'passes';
const panes: readonly (readonly [Pane, string])[] = [
  ['coverage', 'Visit coverage'],
  ['waiting', 'Sign-off lag'],
  ['passes', 'Passes'],
];

/** Datasets that the visit coverage counts. */
const counted = { all: ['labs', 'vitals'], labs: ['labs'], vitals: ['vitals'] } as const;
type Counted = keyof typeof counted;
const countedWords: Readonly<Record<Counted, string>> = { all: 'labs or vitals', labs: 'labs', vitals: 'vitals' };
const choices: readonly (readonly [Counted, string])[] = [
  ['all', 'All'],
  ['labs', 'Labs'],
  ['vitals', 'Vitals'],
];

interface Props {
  readonly card: StudyCard;
  /** The subject filter; null for all subjects. */
  readonly subjects: string[] | null;
}

/** One of three views of the study, below the table of datasets. */
export function OverviewPane({ card, subjects }: Props): ReactNode {
  const [pane, setPane] = useState<Pane>('coverage');
  const missing = notMirrored(card.status, counted.all);
  const [chosen, setChosen] = useState<Counted>(missing.includes('labs') && !missing.includes('vitals') ? 'vitals' : 'labs');
  return (
    <section className="coverage" aria-label={panes.find(([name]) => name === pane)?.[1]}>
      <header className="coverage-head">
        <Choice label="View" options={panes} value={pane} onChange={setPane} />
        {pane === 'coverage' && (
          <>
            <Choice label="Records counted" options={choices} value={chosen} onChange={setChosen} />
            <span className="small t3">
              {chosen === 'all' && missing.length === 1
                ? `Records by subject and visit; the ${missing[0] ?? ''} are not mirrored yet and are not counted.`
                : 'Records by subject and visit. Medications have no visit.'}
            </span>
          </>
        )}
        {pane === 'waiting' && (
          <span className="small t3">
            An assessment is visible only once it is signed. Subjects seen since their last assessment may be awaiting one.
          </span>
        )}
        {pane === 'passes' && (
          <span className="small t3">Each pass is proven complete before it is shown. Only passes that changed something are listed.</span>
        )}
        {pane === 'coverage' && (
          <div className="push">
            <ExportListingButton study={card.study} asked={{ name: 'coverage' }} />
          </div>
        )}
      </header>
      {pane === 'coverage' && <CoveragePane card={card} subjects={subjects} counts={chosen} />}
      {pane === 'waiting' && <WaitingPane card={card} subjects={subjects} />}
      {pane === 'passes' && <PassesPane card={card} />}
    </section>
  );
}

function CoveragePane({ card, subjects, counts }: Props & { readonly counts: Counted }): ReactNode {
  const { study, status } = card;
  const coverage = useCall('coverage.read', { study, datasets: [...counted[counts]], subjects });
  const answered = useAnswered(coverage, { counted: countedWords[counts] });
  useReloadOn(generationOf(card), coverage.reload);
  const { visits, decide } = useVisitOrder(study);
  useReloadOn(useStore(useModel().annotated), coverage.reload);
  const missing = notMirrored(status, counted[counts]);
  const [rowsOf] = counted[counts].filter((name) => !missing.includes(name));
  if (rowsOf === undefined) return <NotMirrored card={card} dataset={counted[counts][0]} />;
  return (
    <Loaded state={coverage}>
      {answered !== null && (
        <Coverage
          study={study}
          dataset={rowsOf}
          coverage={answered.data}
          counted={answered.words.counted}
          isOrdered={visits.length > 0}
          onOrder={decide}
        />
      )}
    </Loaded>
  );
}

function WaitingPane({ card, subjects }: Props): ReactNode {
  const waiting = useCall('overview.waiting', { study: card.study, subjects });
  useReloadOn(generationOf(card), waiting.reload);
  const [responses] = notMirrored(card.status, ['responses']);
  const seen = notMirrored(card.status, counted.all);
  // Without responses, every subject would seem to await an assessment; without labs and vitals, none would.
  const missing = responses ?? (seen.length === counted.all.length ? seen[0] : undefined);
  if (missing !== undefined) return <NotMirrored card={card} dataset={missing} />;
  return (
    <Loaded state={waiting}>
      {seen.length > 0 && (
        <p className="coverage-none small t2">
          The {seen[0]} of this study are not mirrored yet, so the visits shown come from {seen[0] === 'labs' ? 'vitals' : 'labs'} alone.
        </p>
      )}
      {waiting.data !== null && <WaitingList study={card.study} waiting={waiting.data.subjects} />}
    </Loaded>
  );
}

function PassesPane({ card }: Pick<Props, 'card'>): ReactNode {
  const passes = useCall('changes.passes', { study: card.study });
  useReloadOn(generationOf(card), passes.reload);
  return <Loaded state={passes}>{passes.data !== null && <RecentPasses study={card.study} passes={passes.data} />}</Loaded>;
}

/** Adds error and loading states to content that renders only once it is loaded. */
function Loaded({ state, children }: { readonly state: LoadState<unknown>; readonly children: ReactNode }): ReactNode {
  return (
    <>
      {state.error !== null && <ErrorStrip error={state.error} step={{ label: 'Try again', take: state.reload }} />}
      {state.data === null && state.error === null && (
        <div className="coverage-wait">
          <Skeleton height={22} />
          <Skeleton height={22} />
          <Skeleton height={22} />
        </div>
      )}
      {children}
    </>
  );
}

/** Maximum number of lines; Changes lists all passes. */
const most = 50;

interface RecentPassesProps {
  readonly study: string;
  /** Newest first. */
  readonly passes: Output<'changes.passes'>;
}

/** The passes that changed something, each with a link to its changes. */
function RecentPasses({ study, passes }: RecentPassesProps): ReactNode {
  const { go } = usePlace();
  if (passes.length === 0) return <p className="coverage-none t2">Nothing has been mirrored yet.</p>;
  return (
    <div className="waiting-box" tabIndex={0} role="region" aria-label="Recent passes">
      <table className="dataset-table">
        <thead>
          <tr>
            <th scope="col">Pass</th>
            <th scope="col">Complete</th>
            <th scope="col">What it changed</th>
          </tr>
        </thead>
        <tbody>
          {passes.slice(0, most).map(({ generation, at, counts }) => (
            <tr key={generation}>
              <th scope="row" className="medium num">
                {formatCount(generation)}
              </th>
              <td className="t2 num">{formatMoment(at)}</td>
              <td>
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    go(changesPlace(study, generation - 1));
                  }}
                >
                  {generation === 1 ? `first load, ${formatCount(counts.new)} records` : countsInWords(counts)}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {passes.length > most && <p className="coverage-none small t3">The last {formatCount(most)} are listed; see Changes for all.</p>}
    </div>
  );
}
