import type { ReactNode } from 'react';
import { usePreferences } from '../../data/model/model-context.ts';
import { Choice, vocabularies } from '../../ui/parts/controls.tsx';
import { useChangePreferences } from '../../ui/parts/use-attempt.ts';
import { SettingsGroup, SettingsHead, SettingsLine } from '../../ui/parts/setting-parts.tsx';

const schemes = [
  ['auto', 'Same as system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;
const densities = [
  ['comfortable', 'Comfortable'],
  ['compact', 'Compact'],
] as const;

export function Appearance(): ReactNode {
  const { scheme, density, vocabulary } = usePreferences();
  const change = useChangePreferences();
  return (
    <>
      <SettingsHead title="Appearance" says="How the window looks. Changes apply at once, to every study." />
      <SettingsGroup title="Window">
        <SettingsLine title="Colours" says="Light, dark, or the system setting.">
          <Choice
            label="Colours"
            options={schemes}
            value={scheme}
            onChange={(chosen) => {
              change({ scheme: chosen });
            }}
          />
        </SettingsLine>
        <SettingsLine title="Density" says="The height of table rows.">
          <Choice
            label="Density"
            options={densities}
            value={density}
            onChange={(chosen) => {
              change({ density: chosen });
            }}
          />
        </SettingsLine>
      </SettingsGroup>
      <SettingsGroup title="Tables">
        <SettingsLine title="Headers" says="Plain words, SDTM names, or source paths.">
          <Choice
            label="Headers"
            options={vocabularies}
            value={vocabulary}
            onChange={(chosen) => {
              change({ vocabulary: chosen });
            }}
          />
        </SettingsLine>
      </SettingsGroup>
    </>
  );
}
