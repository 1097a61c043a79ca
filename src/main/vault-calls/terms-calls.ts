import { inFileName } from '../../shared/export-names.ts';
import { basename } from 'node:path';
import type { BrowserWindow } from 'electron';
import { passOn } from '../../core/vault/studies/pass-on.ts';
import { readTermsFile } from '../../core/vault/settings/terms-file.ts';
import type { Handlers } from '../../shared/rpc.ts';
import { termsText } from '../../shared/terms/terms-file.ts';
import { askForFile } from '../platform/open-dialog.ts';
import { askForPath } from '../platform/save-dialog.ts';
import { assertNotLocked } from '../engines/open-session.ts';
import type { Session } from '../engines/session.ts';

/** Calls that save and open decisions on tests and units as files, which dialogs of the main process choose. */
export function termsCalls(session: Session, window: () => BrowserWindow | null): Pick<Handlers<'main'>, 'terms.save' | 'terms.open'> {
  return {
    'terms.save': async ({ study, terms }) => {
      const vault = session.vault();
      const path = await askForPath(window(), `${inFileName(study)}_tests-and-units.json`);
      if (path === null) return null;
      assertNotLocked(session, vault, 'Export the decisions again.');
      passOn(vault, { what: 'tests-and-units', study }, { path, text: termsText(terms), replace: true });
      return basename(path);
    },
    'terms.open': async () => {
      const vault = session.vault();
      const path = await askForFile(window(), [{ name: 'Tests and units', extensions: ['json'] }]);
      if (path === null) return null;
      assertNotLocked(session, vault, 'Open the file again.');
      const { system, ctcae, tests, units } = readTermsFile(path);
      return { system, ctcae, tests: [...tests], units: [...units] };
    },
  };
}
