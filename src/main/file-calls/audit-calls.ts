import { basename } from 'node:path';
import type { BrowserWindow } from 'electron';
import { exportTrail } from '../../core/vault/audit/audit-export.ts';
import type { Handlers } from '../../shared/rpc.ts';
import { askForPath } from '../platform/save-dialog.ts';
import { assertNotLocked } from '../engines/open-session.ts';
import type { Session } from '../engines/session.ts';

type AuditCalls = Pick<Handlers<'main'>, 'audit.list' | 'audit.verify' | 'audit.export'>;

/** Calls that show, check and save the audit trail. */
export function auditCalls(session: Session, window: () => BrowserWindow | null): AuditCalls {
  return {
    'audit.list': ({ filter, offset, limit }) => {
      const { entries, studies, ...counts } = session.vault().audit.list(filter, offset, limit);
      return { ...counts, studies: [...studies], entries: [...entries] };
    },
    'audit.verify': () => {
      const { audit } = session.vault();
      const { entries, hash } = audit.head();
      return { entries, head: hash.toString('hex'), problem: audit.findBreak() };
    },
    'audit.export': async ({ format }) => {
      const vault = session.vault();
      const { entries, hash } = vault.audit.head();
      const path = await askForPath(window(), `carrel-audit-trail-${new Date().toISOString().slice(0, 10)}.${format}`);
      if (path === null) return { file: null, entries, head: hash.toString('hex') };
      assertNotLocked(session, vault, 'Save it again.');
      return { file: basename(path), ...exportTrail(vault, path, format, new Date()) };
    },
  };
}
