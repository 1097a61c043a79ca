import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { StudyCard } from '../../../../shared/contract.ts';
import { datasets } from '../../../../shared/datasets/datasets.ts';
import type { PeakResult, ScreenedSubject } from '../../../../shared/derive/liver-screening.ts';
import { useCall, useReloadOn } from '../../../data/calls/use-call.ts';
import { usePlace } from '../../../data/model/model-context.ts';
import { studyPlace, subjectPlace } from '../../../data/model/place.ts';
import { generationOf } from '../../../data/model/studies-state.ts';
import { useOpenRows } from '../../../data/model/use-open-rows.ts';
import { RunningList } from '../../../record/medications/running-list.tsx';
import { Glyph } from '../../../ui/parts/icon.tsx';
import { ErrorStrip } from '../../../ui/parts/states.tsx';
import { notMirrored } from '../../../ui/sync/not-mirrored.tsx';
import { timesWords } from './liver-words.ts';

interface Props {
  readonly card: StudyCard;
  readonly of: ScreenedSubject;
  /** Opens the subject's results of the screened tests. */
  readonly onResults: () => void;
  readonly onClose: () => void;
}

/** Medications that a subject of the liver screen was taking on the days of its two peaks. */
export function LiverMedications({ card, of: { subject, atPeak }, onResults, onClose }: Props): ReactNode {
  const { study } = card;
  const { go } = usePlace();
  const openRows = useOpenRows(study);
  const { data, error, reload } = useCall('subject.medications', { study, subject });
  useReloadOn(generationOf(card), reload);
  const place = useRef<HTMLElement>(null);
  const isRead = data !== null;
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [isRead]);
  const isMirrored = notMirrored(card.status, ['medications']).length === 0;
  const peaks = [
    [atPeak.transaminase, 'ALT or AST'],
    [atPeak.bilirubin, 'total bilirubin'],
  ] as const;
  return (
    <section ref={place} className="liver-medications" aria-label={`Medications at the peaks of subject ${subject}`}>
      <header>
        <h2 className="clip">Subject {subject}: medications at the peaks</h2>
        <span className="push" />
        <Button size="xs" onClick={onResults}>
          Results
        </Button>
        <Button
          size="xs"
          onClick={() => {
            go(subjectPlace(study, subject));
          }}
        >
          Subject page
        </Button>
        <Tooltip label="Close">
          <ActionIcon size={24} aria-label="Close the medications" onClick={onClose}>
            <Glyph of={IconX} />
          </ActionIcon>
        </Tooltip>
      </header>
      {error !== null && <ErrorStrip error={error} step={{ label: 'Try again', take: reload }} />}
      {data !== null && (
        <div className="liver-peaks">
          {peaks.map(([peak, name]) =>
            peak === null ? (
              <p key={name} className="small t2">
                No result of {name} with an upper limit.
              </p>
            ) : (
              <RunningList
                key={name}
                title={peakTitle(peak)}
                day={peak.day}
                medications={isMirrored ? data.medications : null}
                onOpen={(key) => {
                  go(studyPlace(study, 'charts', { dataset: 'medications', key }));
                }}
                onRecords={(keys) => {
                  openRows('medications', [{ column: datasets.medications.key, op: 'in', values: [...keys] }]);
                }}
              />
            ),
          )}
        </div>
      )}
    </section>
  );
}

const names = { ALT: 'ALT', AST: 'AST', BILI: 'total bilirubin', ALP: 'ALP' } as const;

/** "Peak ALT, 5.20 × ULN". */
function peakTitle(peak: PeakResult): string {
  return `Peak ${names[peak.code]}, ${timesWords(peak)} × ULN`;
}
