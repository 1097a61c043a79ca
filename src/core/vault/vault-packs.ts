import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from '../platform/atomic-file.ts';
import { reportOf } from '../../shared/errors.ts';
import type { StudyFileAccess } from '../store/database/study.ts';
import type { AuditEvent, SyncedDataset } from './audit/audit-event.ts';
import { studiesFolder, type VaultDatabase } from './database.ts';
import { namesIn, syncFolder } from '../platform/files.ts';
import { dueAfter, forgetSitePack, readUnpacking, storeSitePack, storeUnpacking } from './settings/site-packs.ts';
import { freshFile, type StudyEntry } from './studies/studies.ts';
import { fileState } from './studies/study-file-state.ts';
import { assertLooksLikeNone, copyHere, planTakeIn, takeIn, type PackedStudy, type TakenIn, type UnpackedFile } from './studies/take-in.ts';

export interface VaultPacks {
  /** The latest known time, in ms since 1970; setting the clock back does not change it. */
  latest(): number;
  /** Returns what would happen with a packed study. Throws EXPORT if it is refused. */
  plan(packed: PackedStudy): TakenIn;
  /** The file of the present copy if the pack would replace it, for what people added to it; otherwise null. Throws EXPORT. */
  earlier(packed: PackedStudy): StudyFileAccess | null;
  /**
   * Returns a new file path with a new key (zeroed by `takeIn` and `giveUp`). It is recorded, so that nothing remains if the process ends
   * before the file was taken in.
   */
  place(): UnpackedFile;
  /**
   * Makes an unpacked file the study's file by the present plan, with its entry in the trail. The caller holds the writer's lock if the
   * study exists here. Throws EXPORT.
   */
  takeIn(packed: PackedStudy, place: UnpackedFile, sha256: string): TakenIn;
  /** Records that a pack was refused and why. `study`: known if the pack was opened. A cancelled import is not recorded. */
  refused(study: string | null, error: unknown): void;
  /** Deletes what was unpacked; harmless after `takeIn`. */
  giveUp(place: UnpackedFile): void;
  /** After a sync: ends the expiry of a pack once all of it was proven. */
  settle(study: string, synced: readonly SyncedDataset[]): void;
}

interface Context {
  readonly db: VaultDatabase;
  readonly dir: string;
  readonly now: () => Date;
  readonly latest: () => number;
  readonly find: (study: string) => StudyEntry | null;
  readonly numbers: () => readonly string[];
  readonly change: (event: AuditEvent | null, work: () => void) => void;
  readonly noteWhenPossible: (event: AuditEvent) => void;
}

export function vaultPacks({ db, dir, now, latest, find, numbers, change, noteWhenPossible }: Context): VaultPacks {
  const plan = (packed: PackedStudy): TakenIn => {
    assertLooksLikeNone(packed.study, numbers());
    return planTakeIn(copyHere(find(packed.study)), packed, latest());
  };
  const forgetPlace = (place: UnpackedFile): void => {
    storeUnpacking(
      db,
      readUnpacking(db).filter(({ file }) => file !== place.file),
    );
  };
  return {
    latest,
    plan,
    earlier: (packed) => {
      const entry = find(packed.study);
      if (entry === null || fileState(entry) !== 'there' || plan(packed) !== 'replaced') return null;
      return { path: entry.path, key: entry.key };
    },
    place: () => {
      const fresh = freshFile();
      change(null, () => storeUnpacking(db, [...readUnpacking(db), { file: fresh.file, process: process.pid }]));
      return { ...fresh, path: join(studiesFolder(dir), fresh.file) };
    },
    takeIn: (packed, place, sha256) => {
      const { study, seal, pack } = packed;
      const outcome = plan(packed);
      const here = find(study);
      const event = {
        kind: 'unpack',
        study,
        generation: seal.generation,
        expires: pack.expires,
        madeAt: pack.madeAt,
        sha256,
        outcome,
        ...(here !== null && fileState(here) === 'lost' ? ({ overLost: true } as const) : {}),
      } as const;
      syncFolder(studiesFolder(dir));
      change(event, () => {
        takeIn(db, outcome, packed, place, now());
        if (outcome === 'added' || outcome === 'replaced') forgetPlace(place);
      });
      place.key.fill(0);
      return outcome;
    },
    refused: (study, error) => {
      const outcome = reportOf(error).code;
      if (outcome !== 'CANCELLED') noteWhenPossible({ kind: 'unpack-refused', study, outcome });
    },
    giveUp: (place) => {
      if (readUnpacking(db).every(({ file }) => file !== place.file)) return;
      place.key.fill(0);
      removeUnpacked(dir, place.file);
      change(null, () => {
        forgetPlace(place);
      });
    },
    settle: (study, synced) => {
      const pack = find(study)?.sitePack ?? null;
      const left = pack === null ? null : dueAfter(pack.due, synced);
      if (pack === null || left === null) return;
      const { expired: _, ...kept } = pack;
      if (left.length > 0) change(null, () => storeSitePack(db, study, { ...kept, due: [...left] }));
      else change({ kind: 'pack-settled', study }, () => forgetSitePack(db, study));
    },
  };
}

/** Deletes leftovers of processes that ended while packing or unpacking. */
export function sweepUnpacked(db: VaultDatabase, dir: string, change: (work: () => void) => void): void {
  for (const name of namesIn(studiesFolder(dir))) {
    const [, maker] = /\.pack-(\d+)-[0-9a-f]{12}(?:-wal|-shm|-journal)?$/.exec(name) ?? [];
    if (maker !== undefined && !isRunning(Number(maker))) rmSync(join(studiesFolder(dir), name), { force: true });
  }
  const noted = readUnpacking(db);
  const left = noted.filter((unpacking) => isRunning(unpacking.process));
  if (left.length === noted.length) return;
  for (const { file } of noted.filter((unpacking) => !left.includes(unpacking))) removeUnpacked(dir, file);
  change(() => storeUnpacking(db, left));
}

/** Deletes whatever belongs to a file that was being made: its name, which nothing else has, is followed by what it is. */
function removeUnpacked(dir: string, file: string): void {
  for (const name of namesIn(studiesFolder(dir))) if (name.startsWith(file)) rmSync(join(studiesFolder(dir), name), { force: true });
}
