import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { backupPlace, fillBackup, openBackupDatabase } from '../../src/core/backup/backup-database.ts';
import { collectStudy } from '../../src/core/backup/collect-study.ts';
import { mergeAnnotations } from '../../src/core/backup/merge-annotations.ts';
import { mergeHistory, type MergedHistory } from '../../src/core/backup/merge-history.ts';
import { checkStudy } from '../../src/core/store/study-file/check-study.ts';
import type { Db } from '../../src/core/store/database/database.ts';
import type { ReadableStudy } from '../../src/core/store/database/study.ts';
import { openStudyForWriting } from '../../src/core/store/study-file/study-file.ts';
import { labText, mirroredStudy, type MirroredStudy } from '../unit/query/mirrored-study.ts';

vi.setConfig({ testTimeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), 'carrel-history-'));
const key = Buffer.alloc(32, 9);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The records of a study at one time: the value of each by number. One more record always exists and never changes. */
type State = Readonly<Record<string, number>>;

async function mirror(study: MirroredStudy, state: State): Promise<void> {
  const records = Object.entries(state).map(([id, value]) => labText(`lab-${id}`, { value: String(value), subject: `s${id}` }));
  await study.mirror('labs', [[labText('lab-always'), ...records]]);
}

function backUp({ study }: MirroredStudy): Db {
  const place = backupPlace(folder);
  fillBackup(place, (db) => {
    collectStudy(db, { opened: study, demo: true });
  });
  return openBackupDatabase(place);
}

/** Restores into a study's file as the product does, except for the seals. */
function restore(to: MirroredStudy, backup: Db): MergedHistory {
  const writer = openStudyForWriting(to.path, key, to.study.study, null);
  try {
    return writer.db
      .transaction(() => {
        const merged = mergeHistory(writer, backup);
        mergeAnnotations(writer, backup, merged.outcome === 'added' || merged.outcome === 'here');
        return merged;
      })
      .immediate();
  } finally {
    writer.close();
  }
}

interface History {
  readonly changes: readonly (readonly [generation: number, key: string, kind: string])[];
  readonly others: unknown;
}

/** The whole ledger except times and values. */
function historyOf({ db }: Pick<ReadableStudy, 'db'>): History {
  const all = (sql: string): unknown[] => db.prepare(sql).raw().all();
  return {
    changes: all('SELECT generation, key, kind FROM change ORDER BY generation, key, kind') as History['changes'],
    others: {
      generations: all('SELECT number, datasets FROM generation ORDER BY number'),
      arrivals: all('SELECT dataset, generation, records FROM first_load'),
      states: all("SELECT generation, records FROM state WHERE dataset = 'labs'"),
      rows: all('SELECT record_id, _added, _changed FROM labs_row ORDER BY 1'),
    },
  };
}

/** Drops what cannot be known: that a record which changed again before the restore had also changed by the fresh mirror. */
function without(history: History, hidden: ReadonlySet<string>, base: number): History {
  return {
    ...history,
    changes: history.changes.filter(([generation, id, kind]) => generation !== base || kind !== 'changed' || !hidden.has(id)),
  };
}

function isAllHidden(history: History, hidden: ReadonlySet<string>, base: number): boolean {
  const at = (of: History): number => of.changes.filter(([generation]) => generation === base).length;
  return at(history) > 0 && at(without(history, hidden, base)) === 0;
}

const states = fc.array(fc.dictionary(fc.constantFrom('0', '1', '2', '3', '4'), fc.integer({ min: 1, max: 3 })), {
  minLength: 5,
  maxLength: 6,
});

describe('the history of a lost study', () => {
  test('shows no change if the fresh mirror has the same records with their fields in another order', async () => {
    const [kept, anew] = [mirroredStudy(), mirroredStudy()];
    try {
      const [first, second, third] = ['1', '2', '3'].map((id) => labText(`lab-${id}`));
      const reordered = (text = ''): string =>
        text.replace('{"resourceType":"Observation",', '{').replace(/\}$/, ',"resourceType":"Observation"}');
      await kept.mirror('labs', [[first, second, third].map((text = '') => text)]);
      const backup = backUp(kept);
      await anew.mirror('labs', [[reordered(first), reordered(second), labText('lab-3', { value: '99' })]]);
      expect(restore(anew, backup).outcome).toBe('added');
      expect(historyOf(anew.study).changes).toEqual([[2, 'lab-3', 'changed']]);
    } finally {
      for (const one of [kept, anew]) one.remove();
    }
  });

  test('equals an uninterrupted history after a fresh mirror and a restore, whatever changed when', async () => {
    await fc.assert(
      fc.asyncProperty(states, fc.integer({ min: 0, max: 2 }), fc.boolean(), async (all, later, olderFirst) => {
        const [kept, anew] = [mirroredStudy(), mirroredStudy()];
        try {
          const [first, second, ...since] = all;
          if (first === undefined || second === undefined) return;
          await mirror(kept, first);
          const older = backUp(kept);
          await mirror(kept, second);
          const backup = backUp(kept);
          const backedUp = historyOf(kept.study).others as { readonly generations: readonly unknown[] };
          const [fresh = {}, ...rest] = since;
          for (const one of [kept, anew]) await mirror(one, fresh);
          const known = new Set<string>();
          if (olderFirst) expect(restore(anew, older).outcome).toBe('added');
          for (const state of rest.slice(0, later)) {
            for (const one of [kept, anew]) await mirror(one, state);
          }
          for (const [, id] of historyOf(anew.study).changes) known.add(id);
          const { outcome } = restore(anew, backup);
          // An older backup that is complete leaves nothing to add.
          expect(['added', 'here', 'own']).toContain(outcome);
          if (outcome === 'own') return;
          const base = backedUp.generations.length + 1;
          // If only such changes came between, there is no generation for them.
          if (isAllHidden(historyOf(kept.study), known, base)) return;
          expect(without(historyOf(anew.study), known, base)).toEqual(without(historyOf(kept.study), known, base));
          expect(checkStudy(anew.study)).toEqual([]);
          expect(restore(anew, backup)).toEqual({ outcome: 'here', changes: 0, why: null });
          for (const state of rest.slice(later)) for (const one of [kept, anew]) await mirror(one, state);
          expect(without(historyOf(anew.study), known, base)).toEqual(without(historyOf(kept.study), known, base));
        } finally {
          kept.remove();
          anew.remove();
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  test('moves what a dataset that the backup lacks says of its generation, and names no dataset that there is not', async () => {
    const [kept, anew] = [mirroredStudy(), mirroredStudy()];
    try {
      for (const value of ['1', '2', '3']) await kept.mirror('labs', [[labText('lab-1', { value })]]);
      const writer = openStudyForWriting(kept.path, key, kept.study.study, null);
      writer.db.exec(`UPDATE generation SET datasets = '["labs","others"]'`);
      writer.close();
      const backup = backUp(kept);
      await anew.mirror('labs', [[labText('lab-1', { value: '3' })]]);
      await anew.mirror('vitals', [[]]);
      expect(restore(anew, backup).outcome).toBe('added');
      const { db } = anew.study;
      const stated = db.prepare(
        "SELECT s.generation, l.generation FROM state s JOIN first_load l USING (dataset) WHERE dataset = 'vitals'",
      );
      expect(stated.raw().get()).toEqual([4, 4]);
      const changed = db.prepare('SELECT datasets FROM generation ORDER BY number').pluck().all();
      expect(changed).toEqual(['["labs"]', '["labs"]', '["labs"]', '["vitals"]']);
    } finally {
      for (const one of [kept, anew]) one.remove();
    }
  });

  test('stays as it is if it continued separately from the backup', async () => {
    const [one, other] = [mirroredStudy(), mirroredStudy()];
    await mirror(one, { 0: 1 });
    await mirror(other, { 0: 1 });
    await mirror(one, { 0: 2 });
    const backup = backUp(one);
    const before = historyOf(other.study);
    expect(restore(other, backup)).toMatchObject({ outcome: 'own', changes: 0, why: expect.stringContaining('its own later history') });
    expect(historyOf(other.study)).toEqual(before);
    one.remove();
    other.remove();
  });

  test('waits if an unconfirmed copy lacks a record of the backup', async () => {
    const [one, anew] = [mirroredStudy(), mirroredStudy()];
    await mirror(one, { 0: 1, 1: 1 });
    await mirror(one, { 0: 2, 1: 1 });
    const backup = backUp(one);
    await mirror(anew, { 0: 2 });
    const writer = openStudyForWriting(anew.path, key, anew.study.study, null);
    writer.db.exec("UPDATE pass SET proof = json_set(proof, '$.confirmed', json('false'))");
    writer.close();
    const before = historyOf(anew.study);
    expect(restore(anew, backup)).toMatchObject({ outcome: 'waiting', why: expect.stringContaining('not confirmed') });
    expect(historyOf(anew.study)).toEqual(before);
    one.remove();
    anew.remove();
  });

  test('takes the newer of two notes, and keeps those that only one side has', async () => {
    const [one, anew] = [mirroredStudy(), mirroredStudy()];
    const note = (study: MirroredStudy, name: string, text: string, at: string): void => {
      const writer = openStudyForWriting(study.path, key, study.study.study, null);
      writer.db.prepare('INSERT OR REPLACE INTO annotation VALUES (?, ?, ?, ?)').run('note', name, JSON.stringify(text), at);
      writer.close();
    };
    await mirror(one, { 0: 1 });
    await mirror(anew, { 0: 1 });
    note(one, 'both-newer-there', 'there', '2026-02-02');
    note(anew, 'both-newer-there', 'here', '2026-01-01');
    note(one, 'both-newer-here', 'there', '2026-01-01');
    note(anew, 'both-newer-here', 'here', '2026-02-02');
    note(one, 'only-there', 'there', '2026-01-01');
    note(anew, 'only-here', 'here', '2026-01-01');
    restore(anew, backUp(one));
    expect(anew.study.db.prepare("SELECT name, value FROM annotation WHERE kind = 'note' ORDER BY name").raw().all()).toEqual([
      ['both-newer-here', '"here"'],
      ['both-newer-there', '"there"'],
      ['only-here', '"here"'],
      ['only-there', '"there"'],
    ]);
    one.remove();
    anew.remove();
  });
});
