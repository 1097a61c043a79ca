import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { SaveDialog, type AskedSave } from '../../../record/figures/save-chart.tsx';
import { useCommand } from '../../../ui/keys/commands.tsx';
import { Glyph } from '../../../ui/parts/icon.tsx';
import { ReasonButton } from '../../../ui/parts/buttons.tsx';
import { ProfileSheet, type Profile } from './profile-sheet.tsx';
import { useModel } from '../../../data/model/model-context.ts';
import { cutOffWords } from '../../../record/cut-off/cut-off.ts';
import { momentOf, useAsOf } from '../../../ui/parts/as-of.ts';
import { showDone, showFailure } from '../../../ui/parts/toasts.tsx';
import { useFilterWords } from '../../../record/subjects/use-these-subjects.tsx';
import { readSubjectsMeant } from '../../../data/model/use-subject-filter.ts';

/** Saves the subject's profile as a PDF. */
export function ProfileButton(profile: Profile): ReactNode {
  const { save, printing, asked } = useSaveProfile(profile);
  useCommand('save-profile', printing ? null : save);
  return (
    <>
      <ReasonButton
        aria-label="Save as PDF"
        leftSection={<Glyph of={IconPrinter} size={14} />}
        reason={printing ? 'The page is being prepared for printing.' : null}
        onClick={save}
      >
        <span>
          <span className="subject-whole">Save as </span>PDF
        </span>
      </ReasonButton>
      {printing && <ProfileSheet {...profile} />}
      {asked !== null && <SaveDialog title="Profile of a subject" asked={asked} />}
    </>
  );
}

interface SavesProfile {
  readonly save: () => void;
  /** The sheet must be mounted, from the request until the file is saved. */
  readonly printing: boolean;
  readonly asked: AskedSave | null;
}

/** Saves a subject's profile as a PDF; the main process asks for the file name. */
function useSaveProfile({ card, data: subject }: Pick<Profile, 'card' | 'data'>): SavesProfile {
  const model = useModel();
  const { data } = model;
  const { study, status } = card;
  const filterWords = useFilterWords(card);
  const asOf = useAsOf(status);
  const [printing, setPrinting] = useState(false);
  const [asked, setAsked] = useState<AskedSave | null>(null);
  const copy = [`${asOf.lead} ${momentOf(asOf)}`.trim(), asOf.rest, asOf.stale, ...cutOffWords(card)].filter(
    (part) => part !== null && part !== '',
  );
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

/** Resolves once the sheet is measured and drawn and its fonts are loaded. */
async function laidOut(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) {
    await new Promise((done) => {
      requestAnimationFrame(done);
    });
  }
  await document.fonts.ready;
}
