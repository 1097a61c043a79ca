import type { AuditEvent } from './audit-event.ts';
import { readTries } from './tries.ts';

/** What the trail says of the wrong passphrases since the last right one; empty where there were none. */
export function failedTries(dir: string): readonly AuditEvent[] {
  const { failures, last } = readTries(dir);
  return failures === 0 ? [] : [{ kind: 'unlock-failed', times: failures, last: new Date(last).toISOString() }];
}
