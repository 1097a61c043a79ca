import { Button } from '@mantine/core';
import { IconArrowsExchange, IconCheck, IconX } from '@tabler/icons-react';
import { useCallback, useState, type ReactNode } from 'react';
import type { Output, StudyCard } from '../../../shared/contract.ts';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { useCall, useLoad, type LoadState, useReloadOn } from '../../data/calls/use-call.ts';
import { ExportListingButton, type ListingAsked } from '../../record/listings/listing-files.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { leftOutOf, MarkUnlisted, type LeftOut } from './mark-unlisted.tsx';
import { type ChangeKind, total } from '../../record/changes/change-lines.ts';
import { SinceMenu, SinceDate } from './since-menu.tsx';
import { refreshStudy } from '../../data/model/actions.ts';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { studyPlace, type RecordAddress } from '../../data/model/place.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { Empty, ErrorStrip } from '../../ui/parts/states.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { ChangesFilter } from './changes-filter.tsx';
import { ChangesTable } from '../../record/changes/changes-table.tsx';
import { PassesPane } from './passes-pane.tsx';
import { SubjectChanges } from './subject-changes.tsx';
import { useChanges } from './use-changes.ts';
import '../../record/changes/changes.css';

interface Props {
  readonly card: StudyCard;
  readonly record: RecordAddress | null;
  /** Generation since which a link to this place requests the changes; null if there is none. */
  readonly asked: number | null;
}

/** Changes by passes since a generation: new records, old and new values, vanished records. */
export function ChangesPlace({ card, record, asked }: Props): ReactNode {
  const { go } = usePlace();
  const newest = generationOf(card);
  const [chosen, setChosen] = useState<number | null>(asked);
  const [heard, setHeard] = useState(asked);
  if (asked !== heard) {
    setHeard(asked);
    if (asked !== null) setChosen(asked);
  }
  const [kind, setKind] = useState<ChangeKind | null>(null);
  const [dataset, setDataset] = useState<DatasetName | null>(null);
  const since = chosen ?? card.lookedGeneration;
  const passes = usePasses(card.study, newest);
  const [filter] = useSubjectFilter(card.study);
  const [only, setOnly] = useState<string | null>(null);
  const [by, setBy] = useState<'records' | 'subjects'>('records');
  const subjects = only === null ? (filter?.subjects ?? null) : [only];
  const { counts, groups, upTo, error, more, reload } = useChanges({ study: card.study, since, kind, dataset, subjects, newest });
  const bySubject = useCall('changes.subjects', { study: card.study, since, subjects: subjects === null ? null : [...subjects] });
  useReloadOn(newest, bySubject.reload);
  const open = (chosenRecord: RecordAddress): void => {
    go(studyPlace(card.study, 'changes', chosenRecord));
  };
  return (
    <div className="changes">
      <header className="place-head">
        <h1>Changes</h1>
        <SinceMenu card={card} passes={passes.data ?? []} chosen={chosen} onChoose={setChosen} />
        <SinceDate study={card.study} onSince={setChosen} />
        <Steps
          card={card}
          asked={{ name: 'changes', since, ...(dataset === null ? {} : { dataset }), ...(subjects === null ? {} : { subjects }) }}
          seen={upTo ?? 0}
          leftOut={leftOutOf({ since, looked: card.lookedGeneration, subjects, dataset, kind })}
          onMarked={() => {
            setChosen(since);
          }}
        />
      </header>
      {error !== null && <ErrorStrip error={error} step={{ label: 'Try again', take: reload }} />}
      {by === 'subjects' && bySubject.error !== null && (
        <ErrorStrip error={bySubject.error} step={{ label: 'Try again', take: bySubject.reload }} />
      )}
      <div className="changes-body">
        <section className="changes-main" aria-label="Differences">
          <ChangesFilter {...{ counts, kind, dataset, by }} onKind={setKind} onDataset={setDataset} onBy={setBy} />
          {only !== null && (
            <OnlySubject
              subject={only}
              onAll={() => {
                setOnly(null);
              }}
            />
          )}
          {by === 'subjects' ? (
            <SubjectChanges
              study={card.study}
              answer={bySubject.data}
              dataset={dataset}
              onSubject={(subject) => {
                setOnly(subject);
                setBy('records');
              }}
            />
          ) : counts !== null && total(counts) === 0 ? (
            <NothingChanged
              of={subjects}
              dataset={dataset}
              isFirst={since > 0 && passes.data?.length === 1}
              onEverything={
                since > 0
                  ? () => {
                      setChosen(0);
                    }
                  : null
              }
            />
          ) : (
            <ChangesTable
              groups={groups}
              kind={kind}
              whole={dataset !== null}
              current={record}
              onOpen={open}
              onDataset={setDataset}
              onMore={more}
            />
          )}
        </section>
        <PassesPane
          passes={passes.data}
          lookedGeneration={card.lookedGeneration}
          looked={card.lookedAt !== null}
          since={since}
          onSince={setChosen}
        />
      </div>
    </div>
  );
}

/** The passes up to the newest generation; reloaded when there is a newer one. */
function usePasses(study: string, newest: number): LoadState<Output<'changes.passes'>> {
  const { data } = useModel();
  const load = useCallback(
    async () => (await data.call('changes.passes', { study })).filter((pass) => pass.generation <= newest),
    [data, study, newest],
  );
  return useLoad(load);
}

function NothingChanged({
  of,
  dataset,
  isFirst,
  onEverything,
}: {
  readonly of: readonly string[] | null;
  /** The only dataset listed; null for all. */
  readonly dataset: DatasetName | null;
  /** Whether the first pass is the only one. */
  readonly isFirst: boolean;
  /** Null if everything is already shown. */
  readonly onEverything: (() => void) | null;
}): ReactNode {
  const within = dataset === null ? '' : `${datasetTitles[dataset]} in `;
  return (
    <Empty
      icon={IconArrowsExchange}
      title={isFirst ? 'Nothing to compare yet' : `Nothing changed in ${within}this period`}
      says={
        isFirst
          ? 'There has been only one pass so far. New, changed and vanished records appear here after the next sync that finds a difference.'
          : `Later passes found the same records ${of === null ? '' : 'of these subjects '}with the same values.`
      }
      {...(onEverything === null ? {} : { step: { label: 'Show everything, including the first pass', take: onEverything } })}
    />
  );
}

function OnlySubject({ subject, onAll }: { readonly subject: string; readonly onAll: () => void }): ReactNode {
  return (
    <p className="changes-subjects-says">
      <Button size="xs" rightSection={<Glyph of={IconX} size={14} />} aria-label={`Only subject ${subject}: show all`} onClick={onAll}>
        Only subject {subject}
      </Button>
    </p>
  );
}

interface StepsProps {
  readonly card: StudyCard;
  /** The listing to export. */
  readonly asked: ListingAsked;
  /** The newest generation on screen; 0 while there is none. */
  readonly seen: number;
  /** What the list leaves out of the changes that marking covers. */
  readonly leftOut: LeftOut;
  readonly onMarked: () => void;
}

/** Actions for all shown changes. */
function Steps({ card, asked, ...marking }: StepsProps): ReactNode {
  return (
    <div className="row push changes-steps">
      <ExportListingButton study={card.study} asked={asked} />
      <MarkAsSeen card={card} {...marking} />
    </div>
  );
}

/** Marks all changes up to a generation, because a mark is a generation. If the list leaves some out, it asks first. */
function MarkAsSeen({ card, seen, leftOut, onMarked }: Omit<StepsProps, 'asked'>): ReactNode {
  const model = useModel();
  const [asking, setAsking] = useState(false);
  const mark = async (): Promise<void> => {
    await model.data.call('changes.looked', { study: card.study, generation: seen });
    // Keep the changes that were just marked on screen.
    onMarked();
    await refreshStudy(model, card.study);
  };
  return (
    <>
      <ReasonButton
        onClick={() => {
          if (leftOut.length > 0) setAsking(true);
          else
            mark().catch((error: unknown) => {
              showFailure('The changes could not be marked as seen', error);
            });
        }}
        reason={card.lookedGeneration >= seen ? 'Everything here is already marked as seen.' : null}
        leftSection={<Glyph of={IconCheck} size={14} />}
      >
        {leftOut.length > 0 ? 'Mark all as seen…' : 'Mark all as seen'}
      </ReasonButton>
      {asking && (
        <MarkUnlisted
          card={card}
          leftOut={leftOut}
          mark={mark}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
