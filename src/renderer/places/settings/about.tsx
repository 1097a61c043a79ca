import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useApp } from '../../data/model/model-context.ts';
import { CopyButton } from '../../ui/parts/buttons.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { Diagnostics } from './diagnostics.tsx';
import { SettingsGroup, SettingsHead, SettingsLine } from '../../ui/parts/setting-parts.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import type thirdParty from './third-party.json';
import './about.css';

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

type ThirdParty = typeof thirdParty;

/** Third-party packages with their licences. `npm run docs` generates the list from the lockfile and the imports. */
function Licences(): ReactNode {
  const [parts, setParts] = useState<ThirdParty | null>(null);
  const show = (): void => {
    if (parts !== null) return;
    import('./third-party.json').then(
      (loaded) => {
        setParts(loaded.default);
      },
      (error: unknown) => {
        showFailure('The licences could not be read', error);
      },
    );
  };
  return (
    <SettingsGroup title="Licences">
      <SettingsLine
        title="Carrel"
        says="MIT licence. The licences of Electron and Chromium are next to the program, in LICENSE.electron.txt and LICENSES.chromium.html."
      />
      <details className="licences" onToggle={show}>
        <summary className="medium">Third-party software</summary>
        {parts?.packages.map(({ name, version, licence, text }) => (
          <details key={`${name} ${version}`} className="licence">
            <summary>
              {name} <span className="num t2">{version}</span> <span className="t2">{licence}</span>
            </summary>
            <pre className="small selectable">{parts.texts[text]}</pre>
          </details>
        ))}
      </details>
    </SettingsGroup>
  );
}
