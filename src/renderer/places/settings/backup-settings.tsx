import { Button } from '@mantine/core';
import { IconArchive, IconCheck, IconMinus, IconRestore } from '@tabler/icons-react';
import { useCallback, useState, type ReactNode } from 'react';
import type { BackupsState } from '../../../shared/calls/backups.ts';
import type { EventData } from '../../../shared/contract.ts';
import { useCall, useEvent } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { formatSize } from '../../ui/format/numbers.ts';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { PassphraseButton } from '../../ui/parts/dialogs.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { SettingsGroup, SettingsHead, SettingsLine } from '../../ui/parts/setting-parts.tsx';
import { ErrorStrip, ProblemNote } from '../../ui/parts/states.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { sayLast, sayPlan } from './backup-words.ts';
import { MakeBackupDialog } from './make-backup-dialog.tsx';
import { PlanBackupsDialog } from './plan-backups-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import './backup.css';

type Open = 'make' | 'plan' | 'restore' | null;

/** Recovery from a lost computer: manual backups, backups after each sync, and restoring. */
export function BackupSettings(): ReactNode {
  const { data: state, error, reload } = useCall('backup.state');
  const [open, setOpen] = useState<Open>(null);
  useEvent(
    'backup.changed',
    useCallback(() => {
      reload();
    }, [reload]),
  );
  const close = (): void => {
    setOpen(null);
    reload();
  };
  return (
    <>
      <SettingsHead
        title="Backup"
        says="An encrypted file of everything people wrote here and everything the service does not send again, in case this computer is lost."
      />
      {error !== null && <ErrorStrip error={error} step={{ label: 'Try again', take: reload }} />}
      <div className="settings-columns">
        <div>{state !== null && <Groups state={state} quiet={open === null} onOpen={setOpen} onChanged={reload} />}</div>
        <aside>
          <BackupFacts />
        </aside>
      </div>
      {open === 'make' && <MakeBackupDialog onClose={close} />}
      {open === 'plan' && state !== null && <PlanBackupsDialog state={state} onClose={close} />}
      {open === 'restore' && <RestoreDialog onClose={close} />}
    </>
  );
}

interface GroupsProps {
  readonly state: BackupsState;
  /** No dialog is open that would show the progress. */
  readonly quiet: boolean;
  readonly onOpen: (open: Open) => void;
  readonly onChanged: () => void;
}

function Groups({ state, quiet, onOpen, onChanged }: GroupsProps): ReactNode {
  const { plan, failure, running } = state;
  return (
    <>
      <SettingsGroup title="Back up">
        <SettingsLine title="Last backup" says={sayLast(state)}>
          <ReasonButton
            reason={running === null ? null : 'A backup or restore is in progress.'}
            leftSection={<Glyph of={IconArchive} size={14} />}
            onClick={() => {
              onOpen('make');
            }}
          >
            Back up now…
          </ReasonButton>
        </SettingsLine>
        <SettingsLine title="After each sync" says={sayPlan(state)}>
          <div className="row">
            {plan !== null && <TurnOff onDone={onChanged} />}
            <Button
              onClick={() => {
                onOpen('plan');
              }}
            >
              {plan === null ? 'Set up…' : 'Change…'}
            </Button>
          </div>
        </SettingsLine>
        {running !== null && quiet && <Running running={running} />}
      </SettingsGroup>
      {failure !== null && (
        <div className="backup-failure">
          <ProblemNote problem={`No backup was made after the sync of ${formatMoment(failure.at)}. ${failure.message}`} />
        </div>
      )}
      <SettingsGroup title="Restore">
        <SettingsLine
          title="From a backup"
          says="Adds what is missing here and leaves anything newer unchanged. On a new computer, sync the studies first."
        >
          <ReasonButton
            reason={running === null ? null : 'A backup or restore is in progress.'}
            leftSection={<Glyph of={IconRestore} size={14} />}
            onClick={() => {
              onOpen('restore');
            }}
          >
            Restore…
          </ReasonButton>
        </SettingsLine>
      </SettingsGroup>
    </>
  );
}

/** Turns off backups after a sync. */
function TurnOff({ onDone }: { readonly onDone: () => void }): ReactNode {
  const { data } = useModel();
  const turnOff = async (confirm: string | null): Promise<void> => {
    await data.call('backup.unplan', confirm === null ? {} : { confirm });
    onDone();
  };
  return (
    <PassphraseButton
      does="Turn off"
      title="Stop backing up after each sync"
      act={turnOff}
      onFailure={(error) => {
        showFailure('The setting could not be saved', error);
      }}
    >
      <p className="t2">Existing backups stay where they are. The change is recorded in the audit trail.</p>
    </PassphraseButton>
  );
}

/** Work in progress without a dialog: started by a sync, or before the window was reloaded. */
function Running({ running }: { readonly running: NonNullable<BackupsState['running']> }): ReactNode {
  const { data } = useModel();
  const [progress, setProgress] = useState<EventData<'backup.progress'>>(running);
  useEvent('backup.progress', setProgress);
  const share = progress.of === 0 ? '' : ` ${formatSize(progress.bytes)} of ${formatSize(progress.of)}.`;
  return (
    <SettingsLine
      title={running.kind === 'make' ? 'A backup is being made' : 'A backup is being restored'}
      says={`You can keep working.${share}`}
    >
      <Button
        onClick={() => {
          void data.call('backup.cancel').catch(() => undefined);
        }}
      >
        Cancel
      </Button>
    </SettingsLine>
  );
}

const inIt = [
  'notes, follow-ups and looked-at marks',
  'saved subject filters and views',
  'decisions on tests, units and visits',
  'the change history, including its values',
  'settings, recipients of pseudonyms, the audit trail',
];
const notInIt = ['the records themselves (a sync brings them back)', 'the connection, its secret and every key', 'exported files'];

function BackupFacts(): ReactNode {
  return (
    <div className="facts">
      <h2>In a backup</h2>
      <Facts says={inIt} in />
      <h2>Not in it</h2>
      <Facts says={notInIt} />
    </div>
  );
}

function Facts({ says, in: isIn = false }: { readonly says: readonly string[]; readonly in?: boolean }): ReactNode {
  return (
    <ul>
      {says.map((fact) => (
        <li key={fact}>
          <Glyph of={isIn ? IconCheck : IconMinus} size={14} />
          {fact}
        </li>
      ))}
    </ul>
  );
}
