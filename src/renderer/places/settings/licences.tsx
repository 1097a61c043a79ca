import { useState, type ReactNode } from 'react';
import { showFailure } from '../../ui/parts/toasts.tsx';
import type thirdParty from './third-party.json';
import { SettingsGroup, SettingsLine } from '../../ui/parts/setting-parts.tsx';
import './licences.css';

type ThirdParty = typeof thirdParty;

/** Third-party packages with their licences. `npm run docs` generates the list from the lockfile and the imports. */
export function Licences(): ReactNode {
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
