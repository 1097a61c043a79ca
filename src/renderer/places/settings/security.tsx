import { Button, Select, Switch } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { SecurityState } from '../../../shared/calls/security.ts';
import { isWeaker } from '../../../shared/security.ts';
import type { SecuritySettings } from '../../../shared/security-schema.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { useCommands } from '../../ui/keys/commands.tsx';
import { mod } from '../../ui/keys/key-map.ts';
import { useModel } from '../../data/model/model-context.ts';
import { useStore } from '../../data/model/store.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { lockChoices } from './setting-choices.ts';
import { ProtectionDialog } from './protection-dialog.tsx';
import { ProtectionFacts } from '../../tasks/connection/protection-facts.tsx';
import type { ProtectionPlan } from './protection-plan.ts';
import { SettingsGroup, SettingsHead, SettingsLine } from '../../ui/parts/setting-parts.tsx';
import { Unlocking } from './unlocking.tsx';
import { WeakerDialog } from './weaker-dialog.tsx';
import { WipeEverything } from './wipe-everything.tsx';
import { formatCountOf } from '../../../shared/format-count.ts';

/** Unlocking, locking, confirmation before exports, and wiping. */
export function Security(): ReactNode {
  const { data: state, error, reload } = useCall('security.get');
  const [plan, setPlan] = useState<ProtectionPlan | null>(null);
  return (
    <>
      <SettingsHead title="Security" says="How this computer’s copy is locked, and what that does and does not protect against." />
      {error !== null && <ErrorStrip error={error} step={{ label: 'Try again', take: reload }} />}
      <div className="settings-columns">
        <div>
          {state !== null && <Groups state={state} onPlan={setPlan} onChanged={reload} />}
          <WipeEverything />
        </div>
        <aside>
          <ProtectionFacts />
        </aside>
      </div>
      {plan !== null && state !== null && (
        <ProtectionDialog
          plan={plan}
          state={state}
          onChanged={reload}
          onClose={() => {
            setPlan(null);
          }}
        />
      )}
    </>
  );
}

interface GroupsProps {
  readonly state: SecurityState;
  readonly onPlan: (plan: ProtectionPlan) => void;
  readonly onChanged: () => void;
}

function Groups({ state, onPlan, onChanged }: GroupsProps): ReactNode {
  const model = useModel();
  const { cards } = useStore(model.studies);
  const [weaker, setWeaker] = useState<Partial<SecuritySettings> | null>(null);
  const change = (changed: Partial<SecuritySettings>): void => {
    if (state.passphrase && isWeaker(state, { ...state, ...changed })) {
      setWeaker(changed);
      return;
    }
    model.data.call('security.set', { change: changed, passphrase: null }).then(onChanged, (error: unknown) => {
      showFailure('The setting could not be saved', error);
    });
  };
  return (
    <>
      <Unlocking state={state} onPlan={onPlan} />
      <Locking state={state} onChange={change} />
      <SettingsGroup title="Exports and captures">
        <SettingsLine
          title="Ask again before an export"
          says={
            state.passphrase
              ? 'Asks for the passphrase before an export, a site pack, or copying rows or a whole record. These are always recorded in the audit trail. Copying a single cell is neither asked nor recorded.'
              : 'Requires a passphrase. Set one first.'
          }
        >
          <Switch
            aria-label="Ask again before an export"
            withThumbIndicator={false}
            disabled={!state.passphrase}
            checked={state.passphrase && state.askBeforeExport}
            onChange={(event) => {
              change({ askBeforeExport: event.currentTarget.checked });
            }}
          />
        </SettingsLine>
        <SettingsLine title="Hide from screen captures" says={captureSays(state)}>
          <Switch
            aria-label="Hide from screen captures"
            withThumbIndicator={false}
            disabled={!state.canHide}
            checked={state.canHide && state.hideFromCapture}
            onChange={(event) => {
              change({ hideFromCapture: event.currentTarget.checked });
            }}
          />
        </SettingsLine>
      </SettingsGroup>
      <SettingsGroup title="This computer">
        <SettingsLine
          title={cards === null ? 'Studies' : formatCountOf(cards.length, 'study', 'studies')}
          says="Each study in its own encrypted file, under its own key."
        />
        <SettingsLine
          title="Exported files"
          says="Exports are not encrypted, and Carrel does not delete them. Each one is recorded in the audit trail."
        />
      </SettingsGroup>
      {weaker !== null && (
        <WeakerDialog
          change={weaker}
          onChanged={onChanged}
          onClose={() => {
            setWeaker(null);
          }}
        />
      )}
    </>
  );
}

function captureSays({ canHide }: SecurityState): string {
  return canHide
    ? 'Asks the system to exclude this window from screenshots and screen sharing. Not every recorder respects this.'
    : 'macOS and Windows only; this system does not support it.';
}

function Locking({
  state,
  onChange,
}: {
  readonly state: SecurityState;
  readonly onChange: (change: Partial<SecuritySettings>) => void;
}): ReactNode {
  const { run } = useCommands();
  return (
    <SettingsGroup title="Locking">
      <SettingsLine
        title="Lock when idle"
        says="Counted from the last key press or pointer movement in this window. A running sync pauses and continues after unlocking."
      >
        <Select
          aria-label="Lock when idle"
          w={170}
          allowDeselect={false}
          comboboxProps={{ shadow: 'sm' }}
          value={String(state.lockAfterMinutes)}
          data={lockChoices(state.lockAfterMinutes).map((minutes) => ({
            value: String(minutes),
            label: `After ${formatCountOf(minutes, 'minute')}`,
          }))}
          onChange={(chosen) => {
            if (chosen !== null) onChange({ lockAfterMinutes: Number(chosen) });
          }}
        />
      </SettingsLine>
      <SettingsLine
        title="Lock with the computer"
        says="When the screen is locked, if the system reports it, and when the computer goes to sleep."
      >
        <Switch
          aria-label="Lock with the computer"
          withThumbIndicator={false}
          checked={state.lockWithComputer}
          onChange={(event) => {
            onChange({ lockWithComputer: event.currentTarget.checked });
          }}
        />
      </SettingsLine>
      <SettingsLine
        title="Lock now"
        says="Stops a running sync after the current page, clears the window and anything Carrel copied to the clipboard, and discards the keys."
      >
        <Button
          onClick={() => {
            run('lock');
          }}
          leftSection={<Glyph of={IconLock} size={14} />}
          rightSection={<kbd className="kbd">{mod} L</kbd>}
        >
          Lock now
        </Button>
      </SettingsLine>
    </SettingsGroup>
  );
}
