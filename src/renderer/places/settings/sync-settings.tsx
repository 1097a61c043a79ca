import { Select, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Preferences } from '../../../shared/contract.ts';
import { formatTime } from '../../ui/format/dates.ts';
import { useModel, usePreferences } from '../../data/model/model-context.ts';
import { nextSyncOf, pauseOf, type Pause } from '../../data/model/schedule.ts';
import { useStore } from '../../data/model/store.ts';
import { useChangePreferences } from '../../ui/parts/use-attempt.ts';
import { useNow } from '../../ui/parts/as-of.ts';
import { SettingsGroup, SettingsHead, SettingsLine } from '../../ui/parts/setting-parts.tsx';
import { ageChoices, everyChoices, type LengthChoice } from './setting-choices.ts';

const pauses: Readonly<Record<Pause, string>> = {
  locked: 'Paused: Carrel is locked.',
  running: 'A sync is running now.',
  'no service': 'Paused: no service is set up here.',
  offline: 'Paused: this computer has no network.',
  'no studies': 'There is no study to sync yet.',
};

export function SyncSettings(): ReactNode {
  const { sync } = usePreferences();
  const keep = useChangePreferences();
  const change = (changed: Partial<Preferences['sync']>): void => {
    keep({ sync: { ...sync, ...changed } });
  };
  return (
    <>
      <SettingsHead title="Sync" says="When Carrel syncs automatically, and when a copy counts as stale." />
      <SettingsGroup title="Automatic, while the window is open">
        <SettingsLine title="On start" says="Sync all studies when Carrel is opened and unlocked.">
          <Switch
            aria-label="Sync on start"
            withThumbIndicator={false}
            checked={sync.onStart}
            onChange={(event) => {
              change({ onStart: event.currentTarget.checked });
            }}
          />
        </SettingsLine>
        <SettingsLine title="On a schedule" says={<NextSync planned={sync.everyMinutes !== null} />}>
          <LengthSelect
            label="Sync on a schedule"
            choices={everyChoices(sync.everyMinutes)}
            value={sync.everyMinutes}
            onChange={(everyMinutes) => {
              change({ everyMinutes });
            }}
          />
        </SettingsLine>
      </SettingsGroup>
      <p className="small t3 settings-after">
        Paused while there is no network, while Carrel is locked and while a sync is running. A sync missed during sleep runs once on
        waking; after a failure, the next sync runs one full interval later.
      </p>
      <SettingsGroup title="Age">
        <SettingsLine title="Stale after" says="An older copy is marked on its card and in the top bar. It remains fully readable.">
          <LengthSelect
            label="A copy is stale after"
            choices={ageChoices(sync.staleAfterHours)}
            value={sync.staleAfterHours}
            onChange={(staleAfterHours) => {
              change({ staleAfterHours });
            }}
          />
        </SettingsLine>
      </SettingsGroup>
    </>
  );
}

function LengthSelect({
  label,
  choices,
  value,
  onChange,
}: {
  readonly label: string;
  readonly choices: readonly LengthChoice[];
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}): ReactNode {
  return (
    <Select
      aria-label={label}
      w={170}
      allowDeselect={false}
      comboboxProps={{ shadow: 'sm' }}
      value={String(value)}
      data={choices.map((choice) => ({ value: String(choice.length), label: choice.label }))}
      onChange={(chosen) => {
        const choice = choices.find(({ length }) => String(length) === chosen);
        if (choice !== undefined) onChange(choice.length);
      }}
    />
  );
}

/** When the next sync is due, or why none is. */
function NextSync({ planned }: { readonly planned: boolean }): ReactNode {
  const model = useModel();
  const now = useNow(5000).getTime();
  // Subscriptions: `nextSyncOf` depends on each of these stores.
  useStore(model.schedule);
  useStore(model.sync);
  useStore(model.network);
  if (!planned) return 'Sync all studies at regular intervals. Off: only when you start a sync.';
  const paused = pauseOf(model);
  if (paused !== null) return pauses[paused];
  const at = nextSyncOf(model, now);
  return at === null ? '' : `All studies; next sync at ${formatTime(new Date(Math.max(at, now)).toISOString())}.`;
}
