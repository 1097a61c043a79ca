import { inFileName } from '../../shared/export-names.ts';
import { basename } from 'node:path';
import type { BrowserWindow } from 'electron';
import {
  listPresets,
  readLastChoices,
  saveLastChoice,
  removePreset,
  savePreset,
  takePreset,
} from '../../core/vault/settings/export-presets.ts';
import { passOn } from '../../core/vault/studies/pass-on.ts';
import { readPresetFile } from '../../core/vault/settings/preset-file.ts';
import { presetText } from '../../shared/export-preset.ts';
import type { Handlers } from '../../shared/rpc.ts';
import { askForFile } from '../platform/open-dialog.ts';
import { askForPath } from '../platform/save-dialog.ts';
import { assertNotLocked } from '../engines/open-session.ts';
import type { Session } from '../engines/session.ts';

type PresetCalls = Pick<
  Handlers<'main'>,
  'presets.list' | 'presets.save' | 'presets.remove' | 'presets.write' | 'presets.read' | 'presets.saveLast'
>;

/** Calls on export presets, in the vault and as files, which dialogs of the main process choose. */
export function presetCalls(session: Session, window: () => BrowserWindow | null): PresetCalls {
  return {
    'presets.list': () => ({ presets: [...listPresets(session.vault())], last: readLastChoices(session.vault()) }),
    'presets.save': (preset) => [...savePreset(session.vault(), preset)],
    'presets.remove': ({ name }) => [...removePreset(session.vault(), name)],
    'presets.write': async (preset) => {
      const vault = session.vault();
      const path = await askForPath(window(), `${inFileName(preset.name)}.json`);
      if (path === null) return null;
      assertNotLocked(session, vault, 'Save the preset as a file again.');
      passOn(vault, { what: 'export-preset', study: null }, { path, text: presetText(preset), replace: true });
      return basename(path);
    },
    'presets.read': async () => {
      const vault = session.vault();
      const path = await askForFile(window(), [{ name: 'Export presets', extensions: ['json'] }]);
      if (path === null) return null;
      assertNotLocked(session, vault, 'Open the preset again.');
      return takePreset(vault, readPresetFile(path));
    },
    'presets.saveLast': ({ of, choice }) => {
      saveLastChoice(session.vault(), of, choice);
    },
  };
}
