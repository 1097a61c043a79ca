import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCommands } from '../keys/commands.tsx';
import { mod } from '../keys/key-map.ts';
import { useApp, useModel } from '../model/model-context.ts';
import { useStore } from '../model/store.ts';
import { formatCountOf } from '../format/numbers.ts';
import { Glyph } from '../parts/icon.tsx';
import { ProtectionFacts } from './protection-facts.tsx';
import { SettingsGroup, SettingsHead, SettingsLine } from './setting-parts.tsx';

export function Security(): ReactNode {
  const app = useApp();
  const { cards } = useStore(useModel().studies);
  const { run } = useCommands();
  const passphrase = app.unlockWith.includes('passphrase');
  const system = app.unlockWith.includes('os');
  return (
    <>
      <SettingsHead title="Security" says="How this computer’s copy is locked, and what that does and does not protect against." />
      <div className="settings-columns">
        <div>
          <SettingsGroup title="Unlocking">
            <SettingsLine title="Passphrase" says="The only protection against other programs running as you.">
              <State on={passphrase} yes="Set" no="Not set" />
            </SettingsLine>
            <SettingsLine title="System key store" says={storeSays(system, app.keyStore.available, app.keyStore.backend)}>
              <State on={system} yes="In use" no="Not in use" />
            </SettingsLine>
          </SettingsGroup>
          <SettingsGroup title="Locking">
            <SettingsLine
              title="Lock now"
              says="Ends a running sync after its page, empties the window and forgets the keys. The sync goes on from there next time."
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
          <SettingsGroup title="This computer">
            <SettingsLine
              title={cards === null ? 'Studies' : formatCountOf(cards.length, 'study', 'studies')}
              says="Each study in its own encrypted file, under its own key."
            />
            <SettingsLine
              title="Exported files"
              says="Exports are not encrypted and are not deleted by Carrel. Each is noted in the audit trail."
            />
          </SettingsGroup>
        </div>
        <aside>
          <ProtectionFacts />
        </aside>
      </div>
    </>
  );
}

function State({ on, yes, no }: { readonly on: boolean; readonly yes: string; readonly no: string }): ReactNode {
  return <span className={on ? 'badge badge-ok' : 'badge'}>{on ? yes : no}</span>;
}

function storeSays(used: boolean, available: boolean, backend: string): string {
  if (used) return `Bound to your account on this computer (${backend}).`;
  return available
    ? `This computer has one that could be used (${backend}).`
    : 'This computer has none that keeps a secret, so the passphrase is asked for.';
}
