import type { ReactNode } from 'react';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Glyph } from '../../ui/parts/icon.tsx';
import { saySubjects, type SubjectsMeant } from '../../../shared/subjects-meant.ts';
import { Choice } from '../../ui/parts/controls.tsx';

/** A labelled choice in the export dialog. */
export function ExportLine({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="export-line">
      <span className="export-label">{label}</span>
      <div>{children}</div>
    </div>
  );
}

/** Warns before an unencrypted file is written. */
export function PlainFileNote({ several = false }: { readonly several?: boolean }): ReactNode {
  return (
    <p className="note note-warn">
      <Glyph of={IconAlertTriangle} />
      <span>
        <b>{several ? 'The files are not encrypted.' : 'The file is not encrypted.'}</b> Anyone who can open {several ? 'them' : 'it'} can
        read {several ? 'them' : 'it'}. This export is recorded in the audit trail.
      </span>
    </p>
  );
}

/** The subjects that a screen shows under its filter, or all of the study. */
export type Whose = 'shown' | 'all';

/** Chooses between the filtered subjects ("3 of 201 subjects") and all, for this export only. */
export function SubjectsChoice({
  meant,
  whose,
  onChange,
}: {
  readonly meant: SubjectsMeant;
  readonly whose: Whose;
  readonly onChange: (whose: Whose) => void;
}): ReactNode {
  const options = [
    ['shown', saySubjects(meant)],
    ['all', 'All subjects'],
  ] as const;
  return <Choice label="Subjects" options={options} value={whose} onChange={onChange} />;
}
