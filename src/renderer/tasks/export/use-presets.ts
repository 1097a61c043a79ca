import { useState } from 'react';
import type { ExportPreset } from '../../../shared/export-preset.ts';
import { useModel } from '../../data/model/model-context.ts';
import { showDone, showFailure } from '../../ui/parts/toasts.tsx';

export interface Presets {
  readonly presets: readonly ExportPreset[];
  readonly save: (preset: ExportPreset) => void;
  readonly remove: (name: string) => void;
  /** Saves a preset as a file that can be shared. */
  readonly write: (preset: ExportPreset) => void;
  /** Asks for such a file; `then` is called with its preset. */
  readonly read: (then: (preset: ExportPreset) => void) => void;
}

/** The export presets stored in the vault. `listed`: those known when the dialog opened. */
export function usePresets(listed: readonly ExportPreset[]): Presets {
  const { data } = useModel();
  const [presets, setPresets] = useState(listed);
  const failed = (what: string) => (error: unknown) => {
    showFailure(what, error);
  };
  return {
    presets,
    save: (preset) => {
      data.call('presets.save', preset).then(setPresets, failed('The preset was not saved'));
    },
    remove: (name) => {
      data.call('presets.remove', { name }).then(setPresets, failed('The preset was not removed'));
    },
    write: (preset) => {
      data.call('presets.write', preset).then((file) => {
        if (file !== null) showDone({ title: 'The preset was saved', says: `${file} contains export settings and no records.` });
      }, failed('The preset was not saved to a file'));
    },
    read: (then) => {
      data.call('presets.read').then((preset) => {
        if (preset === null) return;
        setPresets((before) => [...before.filter(({ name }) => name !== preset.name), preset]);
        then(preset);
      }, failed('This file was not accepted'));
    },
  };
}
