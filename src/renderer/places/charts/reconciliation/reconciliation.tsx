import { type ReactNode, useMemo, useState } from 'react';
import { Skeleton } from '@mantine/core';
import type { StudyCard } from '../../../../shared/contract.ts';
import { ChartsPage } from '../charts-page.tsx';
import { usePlace } from '../../../data/model/model-context.ts';
import { studyPlace } from '../../../data/model/place.ts';
import { reconcile, type Reconciled } from '../../../../shared/derive/reconciliation.ts';
import type { CheckedChange } from '../../../../shared/derive/recist-check.ts';
import { coursesBySubject } from '../../../../shared/derive/subject-courses.ts';
import { NoResponses } from '../no-responses.tsx';
import { useCall, useReloadOn } from '../../../data/calls/use-call.ts';
import type { Anchor } from '../../../record/grid/grid-context.ts';
import { generationOf } from '../../../data/model/studies-state.ts';
import { Choice } from '../../../ui/parts/controls.tsx';
import { ShowMore } from '../../../ui/parts/buttons.tsx';
import { ErrorStrip } from '../../../ui/parts/states.tsx';
import { useSubjectFilter } from '../../../data/model/use-subject-filter.ts';
import { UseTheseSubjects } from '../../../record/subjects/use-these-subjects.tsx';
import { InputsPopover } from './inputs-popover.tsx';
import { choicesOf, linesShown, reconciliationSentence, type Shown } from './reconciliation-lines.ts';
import { ReconciliationTable } from './reconciliation-table.tsx';
import { formatCountOf } from '../../../../shared/format-count.ts';
import './reconciliation.css';

/** The reconciliation as a chart tab; records open next to it. */
export function ReconciliationTab({ card }: { readonly card: StudyCard }): ReactNode {
  const { place, go } = usePlace();
  const record = place.name === 'study' ? place.record : null;
  return (
    <ChartsPage>
      <ReconciliationView
        card={card}
        openKey={record?.key ?? null}
        onRecord={(key) => {
          go(studyPlace(card.study, 'charts', { dataset: 'responses', key }));
        }}
      />
    </ChartsPage>
  );
}

/** Lines shown initially, more than fit on a screen. The lines of 2,000 subjects would be slow to render and scroll. */
const first = 80;
/** Lines added by "Show more". */
const step = 400;

interface ReconciliationProps {
  readonly card: StudyCard;
  /** Key of the assessment that is open next to it. */
  readonly openKey: string | null;
  readonly onRecord: (key: string) => void;
}

/** Every assessment with recalculated changes of its target sum, and how the signed conclusion compares with the thresholds. */
function ReconciliationView({ card, openKey, onRecord }: ReconciliationProps): ReactNode {
  const { study } = card;
  const [filter] = useSubjectFilter(study);
  const { data, error, reload } = useCall('responses.assessments', { study, subjects: filter === null ? null : [...filter.subjects] });
  useReloadOn(generationOf(card), reload);
  const whole = useMemo(() => (data === null ? null : reconcile(coursesBySubject(data.assessments))), [data]);
  const [chosen, setShown] = useState<Shown>('all');
  const [limit, setLimit] = useState(first);
  const [inputs, setInputs] = useState<{ readonly at: Anchor; readonly line: Reconciled; readonly from: CheckedChange['from'] } | null>(
    null,
  );
  if (error !== null) return <ErrorStrip error={error} step={{ label: 'Try again', take: reload }} />;
  if (whole === null) return <Skeleton height={240} />;
  if (whole.lines.length === 0) return <NoResponses card={card} />;
  const choices = choicesOf(whole);
  const shown = choices.some(([name]) => name === chosen) ? chosen : 'all';
  const lines = linesShown(whole.lines, shown);
  return (
    <section className="reconciliation" aria-labelledby="reconciliation-title">
      <header className="reconciliation-head">
        <h2 id="reconciliation-title">Signed conclusions and target sums</h2>
        <p className="t2 num" role="status">
          {reconciliationSentence(whole)}
        </p>
        <Choice
          label="Assessments shown"
          options={choices}
          value={shown}
          onChange={(next) => {
            setShown(next);
            setLimit(first);
          }}
        />
        {shown !== 'all' && (
          <UseTheseSubjects
            study={study}
            subjects={lines.map(({ subject }) => subject)}
            says={`in ${formatCountOf(lines.length, 'line')} of Reconciliation`}
          />
        )}
      </header>
      <div className="table-scroll">
        <ReconciliationTable
          study={study}
          lines={lines.slice(0, limit)}
          openKey={openKey}
          onRecord={onRecord}
          onInputs={(at, line, from) => {
            setInputs({ at, line, from });
          }}
        />
        {lines.length === 0 && <p className="t3 reconciliation-none">No assessments have this outcome.</p>}
        <ShowMore
          left={lines.length - limit}
          onMore={() => {
            setLimit(limit + step);
          }}
        />
      </div>
      <p className="small t3 reconciliation-foot">
        RECIST 1.1 thresholds (4.3.1): PR at −30 % or more from the baseline sum; PD at +20 % and +5 mm or more over the smallest earlier
        sum. CR is never derived, because lymph nodes below 10 mm leave a sum above 0. The service does not send new lesions, so PD with a
        falling sum is not a contradiction.
      </p>
      {inputs !== null && (
        <InputsPopover
          {...inputs}
          onRecord={(key) => {
            setInputs(null);
            onRecord(key);
          }}
          onClose={() => {
            setInputs(null);
          }}
        />
      )}
    </section>
  );
}
