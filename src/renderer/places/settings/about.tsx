import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApp } from '../../data/model/model-context.ts';
import { CopyButton } from '../../ui/parts/buttons.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { Diagnostics } from './diagnostics.tsx';
import { Licences } from './licences.tsx';
import { SettingsGroup, SettingsHead, SettingsLine } from '../../ui/parts/setting-parts.tsx';

export function About(): ReactNode {
  const { version, electron, fallbackRuntime, keyStore } = useApp();
  const facts = `Carrel ${version}\nElectron ${electron}${fallbackRuntime ? ' (fallback)' : ''}\nKey store ${keyStore.available ? keyStore.backend : 'none'}\n${navigator.userAgent}`;
  return (
    <>
      <SettingsHead
        title="About Carrel"
        says="A local-first workspace for clinical study data. It mirrors the studies you have access to into an encrypted copy and works offline."
      />
      {fallbackRuntime && (
        <p className="note note-warn settings-after">
          <Glyph of={IconAlertTriangle} />
          <span>
            <b>Fallback runtime.</b> This window runs on an older Electron because the declared version could not be downloaded. Use it for
            synthetic data only; services on other computers are refused.
          </span>
        </p>
      )}
      <SettingsGroup title="Versions">
        <SettingsLine title="Carrel">
          <span className="num selectable">{version}</span>
        </SettingsLine>
        <SettingsLine title="Electron">
          <span className="num selectable">{electron}</span>
        </SettingsLine>
        <SettingsLine title="For support" says="Versions only: no studies, records or addresses.">
          <CopyButton text={facts} label="Copy versions" />
        </SettingsLine>
      </SettingsGroup>
      <Diagnostics />
      <Licences />
    </>
  );
}
