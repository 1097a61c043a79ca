import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SaveDialog } from '../../../record/figures/save-dialog.tsx';
import { useCommand } from '../../../ui/keys/commands.tsx';
import { Glyph } from '../../../ui/parts/icon.tsx';
import { ReasonButton } from '../../../ui/parts/reason-button.tsx';
import { ProfileSheet, type Profile } from './profile-sheet.tsx';
import { useSaveProfile } from './use-save-profile.ts';

/** Saves the subject's page for paper. */
export function ProfileButton(profile: Profile): ReactNode {
  const { save, printing, asked } = useSaveProfile(profile);
  useCommand('save-profile', printing ? null : save);
  return (
    <>
      <ReasonButton
        aria-label="Save as PDF"
        leftSection={<Glyph of={IconPrinter} size={14} />}
        reason={printing ? 'The page is being drawn for paper.' : null}
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
