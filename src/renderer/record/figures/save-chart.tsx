import { useState, type ReactNode } from 'react';
import { IconAlertTriangle, IconPhoto } from '@tabler/icons-react';
import type { StudyCard } from '../../../shared/contract.ts';
import { useModel } from '../../data/model/model-context.ts';
import { cutOffWords } from '../cut-off/cut-off.ts';
import { useAsOf, momentOf } from '../../ui/parts/as-of.ts';
import { showDone, showFailure } from '../../ui/parts/toasts.tsx';
import { readSubjectsMeant } from '../../data/model/use-subject-filter.ts';
import { pngOf, svgOf } from './chart-file.tsx';
import type { Figure } from './figure.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { PassphraseDialog } from '../../ui/parts/dialogs.tsx';

type Form = 'png' | 'svg';

/** A save that waits for the passphrase. */
export interface AskedSave {
  readonly confirm: (passphrase: string) => Promise<void>;
  readonly cancel: () => void;
}

/** Saves a chart to a file that the user chooses in a dialog of the main process. */
export function useSaveChart(
  { study, demo, status, cutOff }: StudyCard,
  figure: Figure,
): { readonly save: (form: Form) => void; readonly asked: AskedSave | null } {
  const model = useModel();
  const { data } = model;
  const asOf = useAsOf(status);
  const generation = status.datasets.find(({ dataset }) => dataset === figure.dataset)?.generation ?? null;
  const [asked, setAsked] = useState<AskedSave | null>(null);
  const write = async (form: Form, passphrase?: string): Promise<void> => {
    const copy = [`${asOf.lead} ${momentOf(asOf)}`.trim(), asOf.rest, asOf.stale, ...cutOffWords({ cutOff })].filter(
      (part) => part !== null && part !== '',
    );
    const picture = svgOf(figure, { origin: `Study ${study} · ${copy.join(', ')}`, demo });
    const body = form === 'svg' ? picture.svg : await pngOf(picture);
    const { rows, columns } = figure.table;
    const saved = await data.call('chart.save', {
      study,
      chart: figure.name,
      dataset: figure.dataset,
      form,
      body,
      generation,
      meant: await readSubjectsMeant(model, study),
      rows: rows.length,
      columns: columns.length,
      ...(passphrase === undefined ? {} : { passphrase }),
    });
    if (saved.asks) {
      setAsked({
        confirm: async (typed) => {
          await write(form, typed);
          setAsked(null);
        },
        cancel: () => {
          setAsked(null);
        },
      });
      return;
    }
    if (saved.file !== null) showDone({ title: 'Chart saved', says: `${saved.file}. The file is not encrypted.` });
  };
  return {
    asked,
    save: (form) => {
      write(form).catch((error: unknown) => {
        showFailure('The chart was not saved', error);
      });
    },
  };
}

/** Asks for the passphrase before a chart is saved, if the settings require it. */
export function SaveDialog({ title, asked }: { readonly title: string; readonly asked: AskedSave }): ReactNode {
  return (
    <PassphraseDialog
      title={`Save “${title}”?`}
      description="Your settings require it before each export."
      button={{ does: 'Save', icon: <Glyph of={IconPhoto} size={14} /> }}
      onConfirm={asked.confirm}
      onClose={asked.cancel}
    >
      <p className="note note-warn">
        <Glyph of={IconAlertTriangle} />
        <span>
          <b>The file is not encrypted,</b> and names the subjects shown. It is recorded in the audit trail.
        </span>
      </p>
    </PassphraseDialog>
  );
}
