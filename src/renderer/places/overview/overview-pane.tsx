import { Skeleton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { useCall } from '../../data/calls/use-call.ts';
import type { LoadState } from '../../data/calls/use-load.ts';
import { useReloadOn } from '../../data/calls/use-reload-on.ts';
import { useModel } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { Choice } from '../../ui/parts/choice.tsx';
import { notMirrored, NotMirrored } from '../../ui/sync/not-mirrored.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { ExportListingButton } from '../../record/listings/export-listing-button.tsx';
import { Coverage } from './coverage.tsx';
import { RecentPasses } from './recent-passes.tsx';
import { useVisitOrder } from './use-visit-order.ts';
import { WaitingList } from './waiting-list.tsx';

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
  /** Of the subject filter; null: everybody. */
  readonly subjects: string[] | null;
}

/** Beneath the table of datasets: one of three ways to look at the study. */
export function OverviewPane({ card, subjects }: Props): ReactNode {
  const [pane, setPane] = useState<Pane>('coverage');
  const missing = notMirrored(card.status, counted.all);
  const [chosen, setChosen] = useState<Counted>(missing.includes('labs') && !missing.includes('vitals') ? 'vitals' : 'labs');
  return (
    <section className="coverage" aria-label={panes.find(([name]) => name === pane)?.[1]}>
      <header className="coverage-head">
        <Choice label="What is shown" options={panes} value={pane} onChange={setPane} />
        {pane === 'coverage' && (
          <>
            <Choice label="Records that are counted" options={choices} value={chosen} onChange={setChosen} />
            <span className="small t3">
              {chosen === 'all' && missing.length === 1
                ? `Records by subject and visit; the ${missing[0] ?? ''} are not mirrored yet and so not counted.`
                : 'Records by subject and visit. Medications carry no visit.'}
            </span>
          </>
        )}
        {pane === 'waiting' && (
          <span className="small t3">An assessment is visible only once it is signed. Who was seen since then may be waiting for one.</span>
        )}
        {pane === 'passes' && <span className="small t3">Each is proven complete before it is shown; these changed something.</span>}
        <span className="push" />
        {pane === 'coverage' && <ExportListingButton study={card.study} asked={{ name: 'coverage' }} />}
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
  useReloadOn(generationOf(card), coverage.reload);
  const { visits, decide } = useVisitOrder(study);
  useReloadOn(useStore(useModel().annotated), coverage.reload);
  const missing = notMirrored(status, counted[counts]);
  const [rowsOf] = counted[counts].filter((name) => !missing.includes(name));
  if (rowsOf === undefined) return <NotMirrored card={card} dataset={counted[counts][0]} />;
  return (
    <Loaded state={coverage}>
      {coverage.data !== null && (
        <Coverage
          study={study}
          dataset={rowsOf}
          coverage={coverage.data}
          counted={countedWords[counts]}
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
  // Without assessments everybody would seem to wait for one, without results nobody.
  const missing = responses ?? (seen.length === counted.all.length ? seen[0] : undefined);
  if (missing !== undefined) return <NotMirrored card={card} dataset={missing} />;
  return (
    <Loaded state={waiting}>
      {seen.length > 0 && (
        <p className="coverage-none small t2">
          The {seen[0]} of this study are not mirrored yet: who was seen is told by {seen[0] === 'labs' ? 'vitals' : 'labs'} alone.
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

/** What was read, or what stands in its place until it is. */
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
