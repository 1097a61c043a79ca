import { Button, Modal, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconRefresh, IconX, type Icon } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { useLoad } from '../../data/calls/use-call.ts';
import { CopyButton, ReasonButton } from '../../ui/parts/buttons.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';
import { useNow } from '../../ui/parts/as-of.ts';
import {
  judgeReadiness,
  type Check,
  type CheckState,
  type CheckStep,
  type Readiness,
  reportText,
  stateWords,
  verdicts,
} from './readiness.ts';
import { useSync } from '../../ui/sync/use-sync.ts';
import { useCommands } from '../../ui/keys/commands.tsx';
import { refreshStudies } from '../../data/model/actions.ts';
import { useApp, useModel, usePlace, usePreferences } from '../../data/model/model-context.ts';
import { settingsPlace, studiesPlace, studyPlace } from '../../data/model/place.ts';
import { useStore } from '../../data/model/store.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import './readiness.css';

const minute = 60_000;

/** The check before travelling: what is on this computer, and whether it will open and work without a network. */
export function ReadinessDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  useFocusReturn();
  const { readiness, now, loading, error, reload } = useReadiness();
  const take = useStep(onClose);
  return (
    <Modal opened onClose={onClose} title="Ready for offline?" size={680} padding={0}>
      {error !== null && <ErrorStrip error={error} step={{ label: 'Try again', take: reload }} />}
      {readiness === null ? (
        <div className="dialog-body">{error === null && [0, 1, 2, 3].map((line) => <Skeleton key={line} height={44} radius="md" />)}</div>
      ) : (
        <div className="dialog-body">
          <p className={`readiness-verdict readiness-${signs[readiness.state].name}`} role="status">
            <Sign state={readiness.state} />
            <b>{verdicts[readiness.state]}</b>
          </p>
          <Checks title="Studies" checks={readiness.studies} onStep={take} />
          <Checks title="This computer" checks={readiness.computer} onStep={take} />
        </div>
      )}
      <div className="dialog-bar">
        {readiness !== null && <CopyButton text={reportText(readiness, now)} label="Copy as text" className="quiet-start" />}
        <ReasonButton
          size="md"
          onClick={reload}
          reason={loading ? 'The check is running.' : null}
          leftSection={<Glyph of={IconRefresh} size={14} />}
        >
          Check again
        </ReasonButton>
        <Button size="md" variant="filled" onClick={onClose} data-autofocus>
          Done
        </Button>
      </div>
    </Modal>
  );
}

const signs: Readonly<Record<CheckState, { readonly icon: Icon; readonly name: string }>> = {
  ready: { icon: IconCheck, name: 'ready' },
  attention: { icon: IconAlertTriangle, name: 'attention' },
  'not ready': { icon: IconX, name: 'not-ready' },
};

function Sign({ state }: { readonly state: CheckState }): ReactNode {
  const { icon, name } = signs[state];
  return (
    <span className={`readiness-sign readiness-sign-${name}`}>
      <Glyph of={icon} size={14} />
    </span>
  );
}

interface ChecksProps {
  readonly title: string;
  readonly checks: readonly Check[];
  readonly onStep: (step: CheckStep) => void;
}

function Checks({ title, checks, onStep }: ChecksProps): ReactNode {
  return (
    <section aria-label={title}>
      <h3 className="readiness-title">{title}</h3>
      <ul className="readiness-list">
        {checks.map(({ id, title: name, state, says, step }) => (
          <li key={id} className="readiness-check">
            <Sign state={state} />
            <div className="readiness-words">
              <p>
                <b className="selectable">{name}</b>{' '}
                <span className={`small readiness-state-${signs[state].name}`}>{stateWords[state]}</span>
              </p>
              <p className="small t2 selectable">{says}</p>
            </div>
            {step !== null && (
              <Button
                size="xs"
                onClick={() => {
                  onStep(step);
                }}
              >
                {stepWords[step.kind]}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const stepWords: Readonly<Record<CheckStep['kind'], string>> = {
  sync: 'Sync',
  decide: 'Decide',
  'open-pack': 'Open a site pack',
  'add-study': 'To the studies',
  settings: 'To the settings',
};

/** Reloads the studies, disk state and security state. `readiness` is null until all of them are known. */
function useReadiness(): {
  readonly readiness: Readiness | null;
  readonly now: Date;
  readonly loading: boolean;
  readonly error: ReturnType<typeof useLoad>['error'];
  readonly reload: () => void;
} {
  const model = useModel();
  const { sync } = usePreferences();
  const { cards, error: unread } = useStore(model.studies);
  const syncing = useStore(model.sync);
  const now = useNow(minute);
  const load = useCallback(async () => {
    await refreshStudies(model);
    const [security, disk] = await Promise.all([model.data.call('security.get'), model.data.call('offline.disk')]);
    return { security, disk };
  }, [model]);
  const { data, error, loading, reload } = useLoad(load);
  const readiness =
    data === null || cards === null
      ? null
      : judgeReadiness({ cards, syncing: [...syncing.keys()], ...data, staleAfterHours: sync.staleAfterHours, now });
  return { readiness, now, loading, error: error ?? unread, reload };
}

/** Takes the step of a check. All steps except starting a sync lead elsewhere, so the dialog closes. */
function useStep(onClose: () => void): (step: CheckStep) => void {
  const { place, go } = usePlace();
  const { run } = useCommands();
  const { start } = useSync();
  const { connection } = useApp();
  return (step) => {
    if (step.kind === 'sync' && connection !== null) {
      start([step.study]);
      return;
    }
    onClose();
    switch (step.kind) {
      case 'sync':
        go(settingsPlace('connection', place));
        break;
      case 'decide':
        go(studyPlace(step.study, step.dataset));
        break;
      case 'open-pack':
        run('open-pack');
        break;
      case 'add-study':
        go(studiesPlace);
        break;
      case 'settings':
        go(settingsPlace(step.section, place));
    }
  };
}
