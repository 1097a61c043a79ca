import type { AuditEvent } from './audit-event.ts';
import { readTries } from '../keys/tries.ts';

/** Returns the trail's event for wrong passphrases since the last correct one; empty if there were none. */
export function failedTries(dir: string): readonly AuditEvent[] {
  const { failures, last } = readTries(dir);
  return failures === 0 ? [] : [{ kind: 'unlock-failed', times: failures, last: new Date(last).toISOString() }];
}
