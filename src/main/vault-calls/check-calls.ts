import { inFileName } from '../../shared/export-names.ts';
import { basename } from 'node:path';
import type { BrowserWindow } from 'electron';
import { readTextFile } from '../../core/platform/text-file.ts';
import { passOn } from '../../core/vault/studies/pass-on.ts';
import { longestRuleFile, ruleText } from '../../shared/checks/rule-text.ts';
import type { Handlers } from '../../shared/rpc.ts';
import { askForFile } from '../platform/open-dialog.ts';
import { askForPath } from '../platform/save-dialog.ts';
import { assertNotLocked } from '../engines/open-session.ts';
import type { Session } from '../engines/session.ts';

/** Calls that save and open checks written by people as files, which dialogs of the main process choose. */
export function checkCalls(session: Session, window: () => BrowserWindow | null): Pick<Handlers<'main'>, 'checks.save' | 'checks.open'> {
  return {
    'checks.save': async ({ study, rules }) => {
      const vault = session.vault();
      const path = await askForPath(window(), `${inFileName(study)}_checks.json`);
      if (path === null) return null;
      assertNotLocked(session, vault, 'Export the checks again.');
      passOn(vault, { what: 'checks', study }, { path, text: ruleText(rules), replace: true });
      return basename(path);
    },
    'checks.open': async () => {
      const vault = session.vault();
      const path = await askForFile(window(), [{ name: 'Checks', extensions: ['json'] }]);
      if (path === null) return null;
      assertNotLocked(session, vault, 'Open the file again.');
      return { name: basename(path), text: readTextFile(path, longestRuleFile, 'checks') };
    },
  };
}
