import { describe, expect, test } from 'vitest';
import type { DatasetSince, KnownFile, VerifiedFile } from '../../../src/shared/calls/verify.ts';
import {
  askable,
  currencyOf,
  generationOf,
  sayCurrency,
  sayRemarks,
  sayRows,
  sayVerdict,
  sayWhat,
} from '../../../src/shared/verified-words.ts';

const known: Extract<KnownFile, { readonly what: 'export' }> = {
  what: 'export',
  at: '2026-11-22T12:00:00.000Z',
  by: 'nina',
  id: null,
  study: '22-001',
  dataset: 'labs',
  format: 'csv',
  rows: 3200,
  columns: 1,
  recipient: null,
  generation: 4,
  nameless: false,
  anew: false,
};
const file: VerifiedFile = {
  name: 'labs.csv',
  bytes: 1,
  sha256: 'aa',
  verdict: 'unchanged',
  reason: 'digest',
  known,
  times: 1,
  others: [],
  evidence: 'agrees',
  claim: null,
  datasets: [{ dataset: 'labs', generation: 4 }],
  rows: null,
  differs: null,
};
const claim = { study: '22-009', at: '2026-11-20T08:00:00Z' };
const made = { at: '2026-11-22T12:00:00.000Z', by: 'nina' };
const pack = (taken: boolean): KnownFile => ({ what: 'site-pack', ...made, study: '22-001', taken, expires: '2026-12-24' });
const trail = (entries: number): KnownFile => ({ what: 'audit-trail', ...made, format: 'csv', entries });
const moment = (iso: string): string => iso.slice(0, 10);
const since = (generation: number | null, now: number | null, passes = 0): DatasetSince => ({
  dataset: 'labs',
  generation,
  now,
  asOf: null,
  passes,
  counts: { new: 1200, changed: 3, vanished: 0 },
});

describe('whether an export is current', () => {
  test('can be asked for an export of a study that is here and whose history continues', () => {
    const here = (): boolean => true;
    expect(askable(file, here)).toBe('ask');
    expect(askable({ ...file, known: null }, here)).toBe(null);
    expect(askable({ ...file, known: { what: 'audit-trail', at: '', by: '', format: 'csv', entries: 1 } }, here)).toBe(null);
    expect(askable(file, () => false)).toBe('gone');
    expect(askable({ ...file, known: { ...known, anew: true } }, here)).toBe('anew');
    expect(askable({ ...file, datasets: [] }, here)).toBe('unnamed');
  });

  test.each([
    ['the same generation', [since(4, 4)], true],
    ['no copy then or now', [since(null, null)], true],
    ['a later generation', [since(4, 5), since(2, 2)], false],
    ['the first mirror since', [since(null, 1)], false],
    ['an earlier generation: the data folder is an older copy', [since(4, 3)], null],
    ['a later and an earlier generation', [since(4, 3), since(4, 5)], false],
  ])('with %s', (_what, all, current) => {
    expect(currencyOf(all).current).toBe(current);
  });

  test.each([
    [[since(4, 5, 1)], 'Labs once (+1,200 ~3 −0).'],
    [[since(4, 9, 2)], 'Labs twice (+1,200 ~3 −0).'],
    [[since(4, 9, 3), since(4, 4)], 'Labs 3 times (+1,200 ~3 −0).'],
  ])('is stated with what changed, for the datasets that did', (all, says) => {
    expect(sayCurrency(currencyOf(all), '22-001')).toBe(`The data here has changed since: ${says}`);
  });

  test('is stated with the datasets in which nothing changed', () => {
    expect(sayCurrency(currencyOf([since(4, 4), { ...since(4, 4), dataset: 'vitals' }]), '22-001')).toBe(
      'Current: nothing in Labs, Vitals has changed here since.',
    );
  });

  test('is asked from the latest generation among its datasets', () => {
    expect(generationOf([since(3, 3), since(4, 5), since(null, 5)])).toBe(4);
    expect(generationOf([])).toBe(0);
  });

  test('is stated as unknown with the reason', () => {
    for (const [why, says] of [
      ['gone', '22-001 is no longer on this computer'],
      ['unreadable', '22-001 cannot be read now'],
      ['anew', 'the history of 22-001 has been restarted'],
      ['unnamed', 'only its evidence file says'],
    ] as const)
      expect(sayCurrency({ current: null, why }, '22-001')).toContain(says);
  });
});

describe('the statement about a file', () => {
  test('says what was compared, and by whose digests, if the file was saved again', () => {
    const says = (rows: VerifiedFile['rows']): string | null => sayRows({ ...file, verdict: 'changed', reason: 'id', rows });
    expect(says(null)).toBe(null);
    expect(says({ same: true, by: 'trail', added: 0 })).toMatch(
      /still hold the values that were exported, by the digests in the audit trail\. Most likely a spreadsheet program just saved it again\..* were not compared\.$/,
    );
    const added = says({ same: true, by: 'trail', added: 1 });
    expect(added).toContain('It has 1 sheet not in the export.');
    expect(added).not.toContain('just saved it again');
    expect(says({ same: true, by: 'file', added: 0 })).toContain('a forger could change as well');
    const changed = (differs: VerifiedFile['differs']): string | null =>
      sayRows({ ...file, rows: { same: differs === 'codebook', by: 'trail', added: 0 }, differs });
    expect(changed('codebook')).toContain('Its Codebook sheet was changed');
    expect(changed('headings')).toContain('headings were changed');
    expect(says({ same: false, by: 'trail', added: 0 })).toMatch(/Its rows or headings are not those that were exported\.$/);
  });

  test.each([
    ['digest', {}, 'Byte for byte what Carrel wrote: the audit trail has this SHA-256.'],
    ['digest', { known: { ...known, restored: true } }, 'The audit trail that a restored backup brought has this SHA-256.'],
    [
      'digest',
      { known: { ...known, format: 'parquet-lake' } },
      'Byte for byte what Carrel wrote: the audit trail has this SHA-256. This is the manifest of a lake; its data files were not checked. The next export to the lake compares each with its digest in the manifest.',
    ],
    [
      'digest',
      { known: { ...known, format: 'parquet-lake', restored: true } },
      'The audit trail that a restored backup brought has this SHA-256. This is the manifest of a lake; ',
    ],
    ['digest', { known: pack(false) }, 'Byte for byte what Carrel wrote: the audit trail has this SHA-256.'],
    ['digest', { known: pack(true) }, 'Byte for byte what was imported here: the audit trail has this SHA-256.'],
    ['id', {}, 'It has the id of this export, but the audit trail has a different SHA-256: the file was changed after it was written.'],
    ['evidence-differs', {}, 'The evidence file next to it is for a file with a different SHA-256: '],
    [
      'evidence-differs',
      { claim },
      'The evidence file next to it (of 22-009, made 2026-11-20, by its own word) is for a file with a different SHA-256: ',
    ],
    [
      'evidence-only',
      { claim },
      'The evidence file next to it (of 22-009, made 2026-11-20, by its own word) matches it, but it is not in the audit trail ',
    ],
    ['site-pack', {}, 'It starts like a site pack, but it was neither made nor imported here. '],
    ['nothing', {}, 'The audit trail of this data folder has no such SHA-256. '],
  ] as const)('says of the reason "%s" with %j: %s', (reason, differing, says) => {
    expect(sayVerdict({ ...file, reason, ...differing }, moment).slice(0, says.length)).toBe(says);
  });

  test.each([
    [pack(false), 'A site pack of 22-001, made here, last day 2026-12-24'],
    [pack(true), 'A site pack of 22-001, imported here, last day 2026-12-24'],
    [trail(1), 'The audit trail of this data folder as csv, with 1 entry'],
    [trail(20), 'The audit trail of this data folder as csv, with 20 entries'],
    [{ ...known, notes: true }, 'An export of the notes of 22-001 as csv: 3,200 rows, 1 column'],
  ] as const)('names %j: %s', (what, says) => {
    expect(sayWhat(what, [])).toBe(says);
  });

  test('says if rows differ from the digests in the file itself', () => {
    expect(sayRows({ ...file, rows: { same: false, by: 'file', added: 0 } })).toBe(
      'Its rows or headings are not those recorded as digests in its own About sheet.',
    );
  });

  test('says what is known only from a restored backup', () => {
    const remarks = sayRemarks({ ...file, known: { ...known, restored: true } }, null);
    expect(remarks).toHaveLength(1);
    expect(remarks[0]).toMatch(/^This is known only from the audit trail of a restored backup, /);
    expect(sayRemarks({ ...file, times: 2 }, null)).toEqual([
      '2 entries of the audit trail have this SHA-256: the same rows give the same bytes.',
    ]);
  });

  test('says that a file beside the evidence of an export may be another one', () => {
    expect(sayVerdict({ ...file, verdict: 'changed', reason: 'beside' }, moment)).toContain('or it is another file with that name');
  });

  test('names other exports with the same bytes', () => {
    const others = [
      { study: '22-009', dataset: 'vitals' as const },
      { study: '22-010', dataset: null },
    ];
    expect(sayRemarks({ ...file, times: 3, others }, null)[1]).toContain(
      'an export of Vitals of 22-009 and of several datasets of 22-010;',
    );
  });

  test('names what the file is', () => {
    expect(sayWhat(known, [])).toBe('An export of Labs of 22-001 as csv: 3,200 rows, 1 column');
    expect(sayWhat({ ...known, byVisit: true }, [])).toContain('An export of Labs of 22-001 by visit as csv');
    expect(sayWhat({ ...known, dataset: null, recipient: 'Site 7' }, [])).toBe(
      'An export of several datasets of 22-001 as csv, with the pseudonyms for Site 7: 3,200 rows, 1 column',
    );
    const both = [...file.datasets, { dataset: 'vitals' as const, generation: 1 }];
    expect(sayWhat({ ...known, dataset: null }, both)).toContain('An export of Labs, Vitals of 22-001');
  });

  test('marks claims of evidence that nothing confirms', () => {
    expect(sayVerdict({ ...file, verdict: 'unknown', reason: 'claims', known: null, claim }, moment)).toContain(
      '(of 22-009, made 2026-11-20, by its own word)',
    );
    expect(sayVerdict({ ...file, verdict: 'unknown', reason: 'claims', known: null, claim: { ...claim, at: 'soon' } }, moment)).toContain(
      '(of 22-009, by its own word)',
    );
  });

  test('remarks on a broken trail, differing evidence and an export that never got its name', () => {
    expect(sayRemarks(file, null)).toEqual([]);
    expect(sayRemarks(file, 'Entry 3 does not follow.')).toEqual([
      'Entry 3 does not follow. Its statements about this file therefore carry less weight.',
    ]);
    expect(sayRemarks({ ...file, evidence: 'differs', times: 2, known: { ...known, nameless: true } }, null)).toHaveLength(3);
    // For a changed file, the verdict itself says so.
    expect(sayRemarks({ ...file, verdict: 'changed', evidence: 'differs' }, null)).toEqual([]);
  });
});
