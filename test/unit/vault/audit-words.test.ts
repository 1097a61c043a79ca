import { expect, test } from 'vitest';
import type { AuditEvent, ExportAsked } from '../../../src/core/vault/audit/audit-event.ts';
import { groupOfKind, sayEvent } from '../../../src/core/vault/audit/audit-words.ts';

const sha256 = '0123456789ab'.padEnd(64, 'f');
const short = 'SHA-256 0123456789ab…';
const study = '22-001';
const madeAt = '2026-11-20T08:00:00Z';
const of = { study, dataset: 'labs' } as const;
const asked: ExportAsked = { ...of, format: 'csv', where: [], narrowed: false, generation: 4 };
const written = { kind: 'export', ...asked, rows: 12, columns: 3, sha256 } as const;
const locking = { lockAfterMinutes: 15, lockWithComputer: true, askBeforeExport: false, hideFromCapture: false };
const pack = { study, generation: 4, expires: '2026-12-24' };
const backup = { study: null, afterSync: false };
const made = { kind: 'backup', bytes: 1, sha256, studies: 2, leftOut: 0, ...backup } as const;
const restored = { kind: 'restored', sha256, madeAt, studies: [], settings: 3, trail: 20, trailEnds: [] } as const;
const connected = { kind: 'connected', baseUrl: 'https://service.example', partnerId: 'P', clientId: 'C', demo: false } as const;
const terms = { kind: 'terms-changed', study, version: 2, system: 'SI', decisions: 9, changed: 1, digest: sha256 } as const;
const copied = { kind: 'copied', ...of, form: 'rows', rows: 12, columns: 3 } as const;
const shrink = { kind: 'shrink-decided', ...of, choice: 'accept', records: 90, lost: 10 } as const;
const older = { kind: 'older-accepted', why: 'vault-older', entries: 7, written: 9 } as const;

const said: readonly (readonly [AuditEvent, string])[] = [
  [{ kind: 'vault-created', with: ['passphrase', 'os'] }, "Created the vault, opened with the passphrase and the system's key store"],
  [{ kind: 'unlocked', with: 'passphrase' }, 'Unlocked with the passphrase'],
  [{ kind: 'unlock-failed', times: 1, last: madeAt }, `A wrong passphrase was entered, last at ${madeAt}`],
  [{ kind: 'unlock-failed', times: 2, last: madeAt }, `2 wrong passphrases were entered, last at ${madeAt}`],
  [{ kind: 'folder-mended' }, 'Removed write access to the data folder for its group and for others'],
  [older, 'Continued with a vault that was not the newest: 7 entries of 9'],
  [{ ...older, written: null }, 'Continued with a vault that was not the newest: 7 entries'],
  [
    { kind: 'protection-changed', passphrase: 'removed', keyStore: 'always' },
    "Changed how the vault is opened: passphrase removed, the system's key store",
  ],
  [
    { kind: 'protection-changed', passphrase: 'kept', keyStore: 'off' },
    "Changed how the vault is opened: same passphrase, without the system's key store",
  ],
  [{ kind: 'study-key-renewed', study }, 'Encrypted 22-001 with a new key'],
  [{ kind: 'keys-renewed', studies: 3 }, 'Renewed all keys: 3 studies'],
  [
    { kind: 'security-changed', before: locking, after: locking },
    'Changed when Carrel locks and asks for the passphrase: after 15 minutes, with the computer, no passphrase required before an export',
  ],
  [
    {
      kind: 'security-changed',
      before: locking,
      after: { lockAfterMinutes: 5, lockWithComputer: false, askBeforeExport: true, hideFromCapture: true },
    },
    'Changed when Carrel locks and asks for the passphrase: after 5 minutes, not with the computer, passphrase required before an export, hidden from screen captures',
  ],
  [connected, 'Connected to https://service.example as C'],
  [{ ...connected, demo: true }, 'Connected to the demo service as C'],
  [
    { ...connected, tokenHost: 'login.example', pins: 2 },
    'Connected to https://service.example as C, with tokens from login.example, pinned keys: 2',
  ],
  [{ kind: 'certificates-changed', fingerprints: [] }, 'Removed all extra certificates'],
  [{ kind: 'certificates-changed', fingerprints: ['AB:CD', 'EF:01'] }, 'Extra certificates: 2'],
  [{ kind: 'client-certificate-changed', fingerprint: null }, 'Removed the client certificate'],
  [{ kind: 'client-certificate-changed', fingerprint: '01:23:45:67:89:AB:CD:EF' }, 'Client certificate: SHA-256 01:23:45:67:89:AB…'],
  [
    { kind: 'proxy-sign-in-changed', proxy: 'http://proxy.example:3128', kept: true },
    'Stored a user name and password for the proxy http://proxy.example:3128',
  ],
  [
    { kind: 'proxy-sign-in-changed', proxy: 'http://proxy.example:3128', kept: false },
    'Deleted the password of the proxy http://proxy.example:3128',
  ],
  [{ kind: 'setting-changed', name: 'patience', to: null }, 'Setting patience: off'],
  [{ kind: 'setting-changed', name: 'patience', to: 0 }, 'Setting patience: 0'],
  [{ kind: 'study-added', study }, 'Added 22-001'],
  [{ kind: 'study-removed', study }, 'Removed 22-001, which had not been mirrored'],
  [{ kind: 'study-opened', study }, 'Opened 22-001'],
  [{ kind: 'sync', study, outcome: 'NETWORK', acceptShrink: false, datasets: [] }, 'Synced 22-001: NETWORK'],
  [shrink, 'Accepted a copy of Labs of 22-001 with 10 fewer records'],
  [{ ...shrink, choice: 'discard', lost: 0 }, 'Refused a copy of Labs of 22-001 with 0 fewer records'],
  [
    { ...shrink, lost: -3, subjectsLost: 6 },
    'Accepted a copy of Labs of 22-001 with 3 more records and no records of 6 subjects shown before',
  ],
  [{ kind: 'recipient-added', recipient: 'Site 7' }, 'New recipient of pseudonyms: Site 7'],
  [terms, `Changed the tests and units of 22-001: version 2, 9 decisions, 1 of them changed, SI units, ${short}`],
  [{ kind: 'export-begun', ...asked }, 'Started to export Labs of 22-001 as csv'],
  [
    {
      kind: 'export-begun',
      ...{ ...asked, dataset: null, format: 'xlsx', recipient: 'Site 7', narrowed: true },
      where: [
        { column: 'subject', op: 'in' },
        { column: 'result', op: 'missing' },
      ],
    },
    'Started to export several datasets of 22-001 as xlsx, with the pseudonyms for Site 7, where subject is one of … and result is missing, selected rows only',
  ],
  [
    { kind: 'export-begun', ...asked, dataset: null, listing: 'coverage' },
    'Started to export the listing “Visit coverage” of 22-001 as csv',
  ],
  [
    { kind: 'export-begun', ...asked, where: [{ column: 'no-longer-there', op: '>=' }] },
    'Started to export Labs of 22-001 as csv, where no-longer-there is at least …',
  ],
  [{ kind: 'export-begun', ...asked, byVisit: true }, 'Started to export Labs of 22-001 by visit as csv'],
  [{ kind: 'export-begun', ...asked, dataset: null, notes: true }, 'Started to export the notes of 22-001 as csv'],
  [written, `Exported Labs of 22-001 as csv: 12 rows, 3 columns, ${short}`],
  [{ ...written, subjects: { of: 3, all: 201 } }, `Exported Labs of 22-001 as csv, of 3 of 201 subjects: 12 rows, 3 columns, ${short}`],
  [{ kind: 'export-failed', outcome: 'INTERRUPTED', ...asked }, 'No file was written by the export of Labs of 22-001 as csv: interrupted'],
  [{ kind: 'export-failed', outcome: 'STORE', ...asked }, 'No file was written by the export of Labs of 22-001 as csv: STORE'],
  [{ kind: 'trail-begun', format: 'csv' }, 'Started to export the audit trail as csv'],
  [{ kind: 'trail-exported', format: 'csv', entries: 20, sha256 }, `Exported the audit trail: 20 entries, ${short}`],
  [{ kind: 'trail-failed', format: 'csv', outcome: 'CANCELLED' }, 'No file was written by the export of the audit trail as csv: CANCELLED'],
  [copied, 'Copied 12 rows of Labs of 22-001, 3 columns, to the clipboard'],
  [
    { ...copied, form: 'marked', subjects: { of: 3, all: 201 } },
    'Copied 12 selected lines of Labs of 22-001, of 3 of 201 subjects, 3 columns, to the clipboard',
  ],
  [{ ...copied, form: 'code', columns: 0 }, 'Copied code of Labs of 22-001 with 12 values that may name somebody to the clipboard'],
  [{ ...copied, form: 'record' }, 'Copied a record of Labs of 22-001 as the service sent it to the clipboard'],
  [{ kind: 'texts-written', study, texts: 8, sha256 }, `Wrote 8 texts of 22-001 to a file for review before export: ${short}`],
  [{ kind: 'passed-on', what: 'tests-and-units', study, sha256 }, `Wrote the decisions on tests and units of 22-001 to a file: ${short}`],
  [{ kind: 'passed-on', what: 'checks', study: null, sha256 }, `Wrote the checks to a file: ${short}`],
  [{ kind: 'passed-on', what: 'export-preset', study: null, sha256 }, `Wrote an export preset to a file: ${short}`],
  [{ kind: 'pack-begun', ...pack }, 'Started to pack 22-001, last day 2026-12-24'],
  [{ kind: 'pack', bytes: 1, sha256, ...pack }, `Packed 22-001, last day 2026-12-24: ${short}`],
  [
    { kind: 'pack-failed', outcome: 'INTERRUPTED', ...pack },
    'No file was written by the packing of 22-001, last day 2026-12-24: interrupted',
  ],
  [{ kind: 'unpack', madeAt, sha256, outcome: 'added', ...pack }, `Unpacked 22-001, new here: last day 2026-12-24, ${short}`],
  [
    { kind: 'unpack', madeAt, sha256, outcome: 'prolonged', ...pack },
    `Unpacked 22-001, the same copy for longer: last day 2026-12-24, ${short}`,
  ],
  [{ kind: 'unpack-refused', study, outcome: 'USAGE' }, 'Refused to unpack 22-001: USAGE'],
  [{ kind: 'unpack-refused', study: null, outcome: 'LOCKED' }, 'Refused to unpack a site pack that could not be opened: LOCKED'],
  [{ kind: 'pack-settled', study }, 'A sync proved all of 22-001, which came from a site pack: its last day no longer applies'],
  [{ kind: 'backup-begun', ...backup }, 'Started a backup of all studies'],
  [{ kind: 'backup-begun', study, afterSync: true }, 'Started a backup of 22-001 after a sync'],
  [made, `Made a backup of all studies: 2 studies, ${short}`],
  [{ ...made, leftOut: 1, withoutTrail: true }, `Made a backup of all studies: 2 studies, 1 left out, without the audit trail, ${short}`],
  [{ kind: 'backup-failed', outcome: 'STORE', ...backup }, 'No file was written by the backup of all studies: STORE'],
  [{ kind: 'restore-begun', sha256, madeAt }, `Started to restore a backup of ${madeAt}, ${short}`],
  [{ kind: 'history-restore-begun', study }, 'Started to restore the change history of 22-001 from a backup'],
  [restored, `Restored a backup of ${madeAt}, ${short}: 3 settings, 20 earlier audit entries`],
  [
    {
      ...restored,
      studies: [
        { study, history: 'added', added: 5, updated: 0 },
        { study: '22-009', history: 'own', added: 0, updated: 2 },
      ],
      recipients: ['Site 7', 'Site 8'],
      withoutTrail: true,
    },
    `Restored a backup of ${madeAt}, ${short}: 22-001 +5, 22-009 +0 ~2, 3 settings with the recipients Site 7, Site 8, not its audit trail, which was not whole`,
  ],
  [{ kind: 'verified', findings: 0 }, 'Checked everything: no problems found'],
  [{ kind: 'verified', findings: 1 }, 'Checked everything: 1 problem found'],
  [{ kind: 'verified', findings: 2 }, 'Checked everything: 2 problems found'],
  [{ kind: 'file-verified', verdict: 'unchanged', sha256 }, `Verified a file: unchanged, ${short}`],
  [{ kind: 'set-aside', study, file: 'study.db' }, 'Set the damaged file of 22-001 aside'],
  [{ kind: 'renewed', study }, 'Started a fresh mirror of 22-001'],
  [{ kind: 'wiped', study }, 'Wiped 22-001'],
];

test.each(said)('the trail says of %j: %s', (event, words) => {
  expect(sayEvent(event)).toBe(words);
});

test('every kind of event is among these', () => {
  expect(new Set(said.map(([{ kind }]) => kind))).toEqual(new Set(Object.keys(groupOfKind)));
});
