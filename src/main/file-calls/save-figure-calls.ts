import { basename } from 'node:path';
import type { BrowserWindow } from 'electron';
import { checkedChartBytes } from '../../core/vault/checked-chart.ts';
import { assertFigureMayLeave, writeFigure, type FigureInTrail } from '../../core/vault/saved-figure.ts';
import { asksBeforeExport, confirmBeforeExport } from '../../core/vault/settings/security.ts';
import { AppError } from '../../shared/errors.ts';
import type { Handlers } from '../../shared/rpc.ts';
import { inFileName } from '../../shared/export-names.ts';
import { subjectsInName } from '../../shared/subjects-meant.ts';
import { printProfile } from '../platform/print-profile.ts';
import { askForPath } from '../platform/save-dialog.ts';
import { assertNotLocked } from '../engines/open-session.ts';
import type { Session } from '../engines/session.ts';

interface AskedFigure {
  readonly trail: FigureInTrail;
  /** Part of the suggested file name, after the study. */
  readonly name: string;
  readonly extension: string;
  readonly passphrase: string | undefined;
}

/** Calls that save a chart drawn by the window, or the profile it shows for printing, to a file chosen in a dialog. */
export function saveFigureHandlers(
  session: Session,
  window: () => BrowserWindow | null,
): Pick<Handlers<'main'>, 'chart.save' | 'profile.save'> {
  let asking = false;
  const save = async ({ trail, name, extension, passphrase }: AskedFigure, bytesOf: () => Promise<Buffer>) => {
    if (asking) throw new AppError('BUSY', 'Another figure is being saved. Close its dialog first.');
    const vault = session.vault();
    assertFigureMayLeave(vault, trail.study);
    if (passphrase === undefined && asksBeforeExport(vault)) return { asks: true, file: null };
    asking = true;
    try {
      await confirmBeforeExport(vault, passphrase ?? null);
      const bytes = await bytesOf();
      const path = await askForPath(window(), `${inFileName(trail.study)}_${name}_${stampOf(new Date())}.${extension}`);
      if (path === null) return { asks: false, file: null };
      // The study may have been wiped or have expired while the dialog was open.
      assertNotLocked(session, vault, 'Save it again.');
      assertFigureMayLeave(vault, trail.study);
      writeFigure(vault, path, trail, bytes);
      return { asks: false, file: basename(path) };
    } finally {
      asking = false;
    }
  };
  return {
    'chart.save': async ({ chart, form, body, passphrase, ...trail }) => {
      const bytes = checkedChartBytes({ form, body });
      return save(
        { trail: { ...trail, format: `${form}-chart` }, name: `${chart}${subjectsInName(trail.meant)}`, extension: form, passphrase },
        async () => bytes,
      );
    },
    'profile.save': async ({ heading, passphrase, ...trail }) =>
      save(
        {
          trail: { ...trail, dataset: 'subjects', format: 'pdf-profile', rows: 1, columns: 0 },
          name: 'profile',
          extension: 'pdf',
          passphrase,
        },
        () => printProfile(window(), heading),
      ),
  };
}

/** Local time, such as "20261122-1405". */
function stampOf(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${String(now.getFullYear())}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  return `${day}-${two(now.getHours())}${two(now.getMinutes())}`;
}
