import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { useCall, useReloadOn } from '../../data/calls/use-call.ts';
import { useOpenIssues } from '../../data/calls/use-open-issues.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { useCommands } from '../../ui/keys/commands.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { ProofButton } from '../../record/proof/proof-button.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { DatasetTable } from './dataset-table.tsx';
import { OverviewPane } from './overview-pane.tsx';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';
import './overview.css';

/** The datasets of a study with their subjects and dates, above visit coverage, sign-off lag or passes. */
export function OverviewPlace({ card }: { readonly card: StudyCard }): ReactNode {
  const { study, status } = card;
  const { count: issues } = useOpenIssues(card);
  const { go } = usePlace();
  const [filter] = useSubjectFilter(study);
  const subjects = filter === null ? null : [...filter.subjects];
  const everybody = useCall('overview.read', { study, subjects: null });
  useReloadOn(generationOf(card), everybody.reload);
  const of = everybody.data?.subjects ?? 0;
  return (
    <div className="overview">
      <header className="place-head">
        <h1>Overview</h1>
        <span className="t3 num">
          {everybody.data === null
            ? ' '
            : filter === null
              ? formatCountOf(of, 'subject')
              : `${formatCount(filter.subjects.length)} of ${formatCountOf(of, 'subject')} below, all ${formatCount(of)} in the table`}
        </span>
        <span className="overview-space" />
        {issues > 0 && (
          <Button
            variant="subtle"
            className="overview-issues"
            leftSection={<Glyph of={IconAlertTriangle} size={14} />}
            onClick={() => {
              go(studyPlace(study, 'issues'));
            }}
          >
            {formatCountOf(issues, 'issue')}
          </Button>
        )}
        <CutOffButton />
        <ProofButton status={status}>
          {(open) => (
            <Button aria-haspopup="dialog" onClick={open}>
              Proof of this copy
            </Button>
          )}
        </ProofButton>
      </header>
      {everybody.error !== null && <ErrorStrip error={everybody.error} step={{ label: 'Try again', take: everybody.reload }} />}
      <DatasetTable card={card} overview={everybody.data} />
      <OverviewPane card={card} subjects={subjects} />
    </div>
  );
}

/** Opens the dialog for the data cut-off. The top bar shows a cut-off that is in force. */
function CutOffButton(): ReactNode {
  const { run } = useCommands();
  return (
    <Button
      variant="subtle"
      aria-haspopup="dialog"
      onClick={() => {
        run('cut-off');
      }}
    >
      Data cut-off…
    </Button>
  );
}
