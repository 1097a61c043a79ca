import { Button, Menu, TextInput } from '@mantine/core';
import { IconCheck, IconChevronDown, IconDeviceFloppy, IconFileExport, IconFolderOpen, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { siteHandOver, type ExportPreset } from '../../../shared/export-preset.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { ExportLine } from './export-parts.tsx';
import { useModel } from '../../data/model/model-context.ts';
import { showAttention, showDone, showFailure } from '../../ui/parts/toasts.tsx';

interface Props {
  readonly kept: Presets;
  /** Whether a preset applies to what the dialog was opened for. */
  readonly fits: (preset: ExportPreset) => boolean;
  readonly chosen: ExportPreset | null;
  readonly onChoose: (preset: ExportPreset | null) => void;
  /** The current choices as a preset with this name. */
  readonly asPreset: (name: string) => ExportPreset;
}

/** The chosen preset, with a menu to choose, save, open and remove presets. */
export function PresetLine({ kept, fits, chosen, onChoose, asPreset }: Props): ReactNode {
  const [naming, setNaming] = useState(false);
  const own = kept.presets.some(({ name }) => name === chosen?.name);
  return (
    <ExportLine label="Preset">
      {naming ? (
        <NameField
          taken={kept.presets.map(({ name }) => name)}
          onSave={(name) => {
            const preset = asPreset(name);
            kept.save(preset);
            onChoose(preset);
            setNaming(false);
          }}
          onCancel={() => {
            setNaming(false);
          }}
        />
      ) : (
        <Menu position="bottom-start" width={300}>
          <Menu.Target>
            <Button
              variant="default"
              rightSection={<Glyph of={IconChevronDown} size={14} />}
              aria-label={`Preset: ${chosen?.name ?? 'none'}`}
            >
              <span className="clip">{chosen?.name ?? 'No preset'}</span>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <PresetItem
              preset={null}
              chosen={chosen}
              onChoose={() => {
                onChoose(null);
              }}
            />
            {[siteHandOver, ...kept.presets].filter(fits).map((preset) => (
              <PresetItem key={preset.name} preset={preset} chosen={chosen} onChoose={onChoose} />
            ))}
            <Menu.Divider />
            <Menu.Item
              leftSection={<Glyph of={IconDeviceFloppy} size={14} />}
              onClick={() => {
                setNaming(true);
              }}
            >
              Save these settings…
            </Menu.Item>
            <Menu.Item
              leftSection={<Glyph of={IconFolderOpen} size={14} />}
              onClick={() => {
                kept.read((preset) => {
                  if (fits(preset)) onChoose(preset);
                  else showAttention(addedForOther(preset));
                });
              }}
            >
              Open a preset file…
            </Menu.Item>
            {chosen !== null && (
              <Menu.Item
                leftSection={<Glyph of={IconFileExport} size={14} />}
                onClick={() => {
                  kept.write(chosen);
                }}
              >
                Save “{chosen.name}” as a file…
              </Menu.Item>
            )}
            {own && chosen !== null && (
              <Menu.Item
                className="danger-button"
                leftSection={<Glyph of={IconTrash} size={14} />}
                onClick={() => {
                  kept.remove(chosen.name);
                  onChoose(null);
                }}
              >
                Remove “{chosen.name}”
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </ExportLine>
  );
}

/** What to say about a preset that was added but is for the rows of another table. */
export function addedForOther({ name, parts }: ExportPreset): { readonly title: string; readonly says: string } {
  const of = parts.map(({ dataset }) => datasetTitles[dataset]).join(', ');
  return {
    title: `The preset “${name}” was added but does not apply here`,
    says: `It is for ${of}. Choose it when you export ${parts.length === 1 ? 'that table' : 'the whole study'}.`,
  };
}

function PresetItem<P extends ExportPreset | null>({
  preset,
  chosen,
  onChoose,
}: {
  readonly preset: P;
  readonly chosen: ExportPreset | null;
  readonly onChoose: (preset: P) => void;
}): ReactNode {
  return (
    <Menu.Item
      onClick={() => {
        onChoose(preset);
      }}
      rightSection={chosen?.name === preset?.name ? <Glyph of={IconCheck} size={14} /> : null}
    >
      {preset?.name ?? 'No preset'}
      {preset !== null && <span className="small t3 preset-says">{preset.parts.length > 1 ? 'Whole study' : 'This dataset'}</span>}
    </Menu.Item>
  );
}

interface NameFieldProps {
  /** The names of the presets that there are. */
  readonly taken: readonly string[];
  readonly onSave: (name: string) => void;
  readonly onCancel: () => void;
}

/** Why a preset cannot have this name; null if it can. */
export function whyNotNamed(name: string): string | null {
  if (name === '') return 'Enter a name for the preset first.';
  return name === siteHandOver.name ? 'This name is that of a built-in preset. Enter another one.' : null;
}

/** Escape cancels the name only: Mantine's dialog hears keys before the field does, unless the field is marked. */
export function NameField({ taken, onSave, onCancel }: NameFieldProps): ReactNode {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const reason = whyNotNamed(name);
  const save = (): void => {
    if (reason === null) onSave(name);
  };
  return (
    <div className="row">
      <TextInput
        aria-label="Name of the preset"
        placeholder="Name of the preset"
        value={typed}
        maxLength={80}
        autoFocus
        data-mantine-stop-propagation
        onChange={(event) => {
          setTyped(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            onCancel();
          }
          if (event.key !== 'Enter') return;
          event.preventDefault();
          // A preset is replaced only by its own button.
          if (!taken.includes(name)) save();
        }}
      />
      <ReasonButton variant="default" reason={reason} onClick={save}>
        {taken.includes(name) ? 'Replace' : 'Save'}
      </ReasonButton>
      <Button variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

interface Presets {
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
        // The built-in preset is listed anyway.
        if (preset.name !== siteHandOver.name) setPresets((before) => [...before.filter(({ name }) => name !== preset.name), preset]);
        then(preset);
      }, failed('This file was not accepted'));
    },
  };
}
