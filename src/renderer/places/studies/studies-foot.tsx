import { IconHelp, IconSettings, IconShield } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCommands } from '../../ui/keys/commands.tsx';
import { usePlace } from '../../data/model/model-context.ts';
import { settingsPlace } from '../../data/model/place.ts';
import { Glyph } from '../../ui/parts/icon.tsx';

export function StudiesFoot(): ReactNode {
  const { place, go } = usePlace();
  const { run } = useCommands();
  return (
    <footer className="row small t3 studies-foot">
      <span className="row studies-foot-item">
        <Glyph of={IconShield} size={14} />
        Encrypted on this computer, one key a study
      </span>
      <button
        type="button"
        className="quiet-link push"
        onClick={() => {
          run('help');
        }}
      >
        <Glyph of={IconHelp} size={14} />
        Keys
      </button>
      <button
        type="button"
        className="quiet-link"
        onClick={() => {
          go(settingsPlace('appearance', place));
        }}
      >
        <Glyph of={IconSettings} size={14} />
        Settings
      </button>
    </footer>
  );
}
