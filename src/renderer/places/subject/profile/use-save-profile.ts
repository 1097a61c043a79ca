import { useState } from 'react';
import { useModel } from '../../../data/model/model-context.ts';
import { momentOf } from '../../../ui/parts/as-of.ts';
import { showDone, showFailure } from '../../../ui/parts/toasts.tsx';
import { useAsOf } from '../../../ui/parts/use-as-of.ts';
import { useFilterWords } from '../../../record/subjects/use-filter-words.ts';
import { readSubjectsMeant } from '../../../data/model/read-subjects-meant.ts';
import type { AskedSave } from '../../../record/figures/use-save-chart.ts';
import type { Profile } from './profile-sheet.tsx';

interface SavesProfile {
  readonly save: () => void;
  /** The sheet must be there, from the asking to the end. */
  readonly printing: boolean;
  readonly asked: AskedSave | null;
}

/** Saves a subject's profile as a PDF that a dialog of the main process names. */
export function useSaveProfile({ card, data: subject }: Pick<Profile, 'card' | 'data'>): SavesProfile {
  const model = useModel();
  const { data } = model;
  const { study, status } = card;
  const filterWords = useFilterWords(card);
  const asOf = useAsOf(status);
  const [printing, setPrinting] = useState(false);
  const [asked, setAsked] = useState<AskedSave | null>(null);
  const copy = [`${asOf.lead} ${momentOf(asOf)}`.trim(), asOf.rest, asOf.stale].filter((part) => part !== null && part !== '');
  const heading = [`Study ${study} · Subject ${subject.subject}`, ...(card.demo ? ['Demo data'] : []), copy.join(', '), filterWords].join(
    ' · ',
  );
  const end = (): void => {
    setPrinting(false);
    setAsked(null);
  };
  const write = async (passphrase?: string): Promise<void> => {
    const saved = await data.call('profile.save', {
      study,
      heading,
      generation: status.datasets.find(({ dataset }) => dataset === 'subjects')?.generation ?? null,
      meant: await readSubjectsMeant(model, study),
      ...(passphrase === undefined ? {} : { passphrase }),
    });
    if (saved.asks) {
      setAsked({
        confirm: async (typed) => {
          await write(typed);
        },
        cancel: end,
      });
      return;
    }
    end();
    if (saved.file !== null) showDone({ title: 'Profile saved', says: `${saved.file}. The file is not encrypted.` });
  };
  const save = (): void => {
    setPrinting(true);
    laidOut()
      .then(() => write())
      .catch((error: unknown) => {
        end();
        showFailure('The profile was not saved', error);
      });
  };
  return { save, printing, asked };
}

/** Once the sheet was measured and drawn, and its font is there. */
async function laidOut(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) {
    await new Promise((done) => {
      requestAnimationFrame(done);
    });
  }
  await document.fonts.ready;
}
