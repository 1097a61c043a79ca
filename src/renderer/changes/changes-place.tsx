import { Button } from '@mantine/core';
import { IconArrowsExchange, IconCheck } from '@tabler/icons-react';
import { useCallback, useState, type ReactNode } from 'react';
import type { Output, StudyCard } from '../../shared/contract.ts';
import type { DatasetName } from '../../shared/datasets/declaration.ts';
import { useLoad, type LoadState } from '../data/use-load.ts';
import { refreshStudy } from '../model/actions.ts';
import { useModel, usePlace } from '../model/model-context.ts';
import { studyPlace, type RecordAddress } from '../model/place.ts';
import { generationOf } from '../model/studies-state.ts';
import { Glyph } from '../parts/icon.tsx';
import { Empty, ErrorStrip } from '../parts/states.tsx';
import { showFailure } from '../parts/toasts.tsx';
import type { ChangeKind } from './change-lines.ts';
import { ChangesFilter } from './changes-filter.tsx';
import { ChangesTable } from './changes-table.tsx';
import { total } from './count-words.ts';
import { PassesPane } from './passes-pane.tsx';
import { SinceMenu } from './since-menu.tsx';
import { useChanges } from './use-changes.ts';
import './changes.css';

interface Props {
  readonly card: StudyCard;
  readonly record: RecordAddress | null;
  /** The generation that somebody came here for; null: nobody asked for one. */
  readonly asked: number | null;
}

/** What passes changed since a generation: new, changed from what to what, vanished. */
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
  const { counts, groups, upTo, error, more, reload } = useChanges({ study: card.study, since, kind, dataset, newest });
  const open = (chosenRecord: RecordAddress): void => {
    go(studyPlace(card.study, 'changes', chosenRecord));
  };
  const none = counts !== null && total(counts) === 0;
  return (
    <div className="changes">
      <header className="place-head">
        <h1>Changes</h1>
        <SinceMenu card={card} passes={passes.data ?? []} chosen={chosen} onChoose={setChosen} />
        <span className="push" />
        <MarkAsSeen
          card={card}
          seen={upTo ?? 0}
          onMarked={() => {
            setChosen(since);
          }}
        />
      </header>
      {error !== null && <ErrorStrip error={error} step={{ label: 'Try again', take: reload }} />}
      <div className="changes-body">
        <section className="changes-main" aria-label="Differences">
          <ChangesFilter counts={counts} kind={kind} dataset={dataset} onKind={setKind} onDataset={setDataset} />
          {none ? (
            <Empty
              icon={IconArrowsExchange}
              title="Nothing changed in this time"
              says="The passes since then found the same records with the same values."
              {...(since > 0
                ? {
                    step: {
                      label: 'Show everything, with the first pass',
                      take: () => {
                        setChosen(0);
                      },
                    },
                  }
                : {})}
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

/** The passes up to the newest generation, asked for again when there is a newer one. */
function usePasses(study: string, newest: number): LoadState<Output<'changes.passes'>> {
  const { data } = useModel();
  const load = useCallback(
    async () => (await data.call('changes.passes', { study })).filter((pass) => pass.generation <= newest),
    [data, study, newest],
  );
  return useLoad(load);
}

function MarkAsSeen({
  card,
  seen,
  onMarked,
}: {
  readonly card: StudyCard;
  /** The newest generation that is on screen; 0 while there is none. */
  readonly seen: number;
  readonly onMarked: () => void;
}): ReactNode {
  const model = useModel();
  const mark = async (): Promise<void> => {
    try {
      await model.data.call('changes.looked', { study: card.study, generation: seen });
      // What was just looked at stays on screen.
      onMarked();
      await refreshStudy(model, card.study);
    } catch (error: unknown) {
      showFailure('The changes could not be marked as seen', error);
    }
  };
  return (
    <Button
      onClick={() => {
        void mark();
      }}
      disabled={card.lookedGeneration >= seen}
      leftSection={<Glyph of={IconCheck} size={14} />}
    >
      Mark all as seen
    </Button>
  );
}
