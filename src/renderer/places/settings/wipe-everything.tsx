import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { wipeWord } from '../../../shared/calls/wipe.ts';
import { useModel } from '../../data/model/model-context.ts';
import { onlyHere, WipeDialog } from '../../ui/parts/dialogs.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { SettingsGroup, SettingsLine } from '../../ui/parts/setting-parts.tsx';

const consequences = `Afterwards nothing in this copy can be read with any passphrase or saved key file. The service keeps its data: you can connect and mirror again. Your ${onlyHere} and the audit trail exist only here and are lost unless you have a backup. Exported files are not affected.`;

/** Destroys the whole copy on this computer after the confirmation text is typed. */
export function WipeEverything(): ReactNode {
  const { data } = useModel();
  const [asking, setAsking] = useState(false);
  return (
    <SettingsGroup title="Wiping">
      <SettingsLine
        title="Wipe everything"
        says="Destroys every key and file of this copy: studies, connection, audit trail, settings and log. Save the audit trail first if you need it."
      >
        <Button
          variant="default"
          className="danger-button"
          leftSection={<Glyph of={IconTrash} size={14} />}
          onClick={() => {
            setAsking(true);
          }}
        >
          Wipe everything…
        </Button>
      </SettingsLine>
      {asking && (
        <WipeDialog
          does="Wipe everything"
          says={consequences}
          label={`Type “${wipeWord}” to confirm`}
          word={wipeWord}
          onWipe={(typed) => data.call('data.wipe', { typed })}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </SettingsGroup>
  );
}
