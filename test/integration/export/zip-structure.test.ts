import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportFile } from '../../../src/core/export/export-file.ts';
import { MemberTooLarge, zipStream, type ZipForm } from '../../../src/core/export/zip/zip-stream.ts';
import { roomyWhereNeeded } from '../../../src/core/export/zip/roomy-where-needed.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { made, planOf, type Asked } from '../../unit/export/plan.ts';
import { zipStructure, type ZipMemberStructure } from './zip-structure.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

const zip64 = 0x0001;
const aes = 0x9901;

function expectPlain(members: readonly ZipMemberStructure[]): void {
  for (const member of members) {
    expect(member.extraFields, member.name).not.toContain(zip64);
    // 51 is what AES needs; 45 would be ZIP64.
    expect(member.versionNeeded, member.name).toBe(member.extraFields.includes(aes) ? 51 : 20);
    expect(Math.max(...member.sizes), member.name).toBeLessThan(0xffff_ffff);
    expect(member.descriptorLength, member.name).toBe(member.hasDescriptor ? 16 : 0);
    expect(member.sizes, member.name).toEqual(member.hasDescriptor ? [0, 0] : member.directorySizes);
  }
}

async function membersOf(asked: Partial<Asked>, rows: number): Promise<readonly ZipMemberStructure[]> {
  fixture.add(
    'labs',
    Array.from({ length: rows }, (_, n) => ({ record_id: String(n), subject: '0012', result: randomBytes(60).toString('hex') })),
  );
  const path = join(fixture.folder, 'out');
  await exportFile(fixture.study, planOf({ selection: everything('labs'), columns: ['record_id', 'result'], ...asked }), {
    ...{ path, replace: true, made },
  });
  return zipStructure(path);
}

describe('zip headers that readers without ZIP64 understand', () => {
  const phrase = 'a phrase of six words or so';
  test.each<[string, Partial<Asked>]>([
    ['a workbook', { format: 'xlsx' }],
    ['a zip', { zip: { passphrase: null } }],
    ['an encrypted zip', { zip: { passphrase: phrase } }],
  ])('%s of small parts holds their sizes in the headers', async (_, asked) => {
    const members = await membersOf(asked, 3);
    expect(members.length).toBeGreaterThan(1);
    expectPlain(members);
    expect(members.filter(({ hasDescriptor }) => hasDescriptor)).toEqual([]);
  });

  test.each<[string, Partial<Asked>]>([
    ['a workbook', { format: 'xlsx' }],
    ['a zip', { zip: { passphrase: null } }],
    ['an encrypted zip', { zip: { passphrase: phrase } }],
  ])('%s with a large part holds its sizes after the data, without ZIP64 fields', async (_, asked) => {
    const members = await membersOf(asked, 20_000);
    expectPlain(members);
    expect(members.filter(({ hasDescriptor }) => hasDescriptor)).toHaveLength(1);
  });
});

describe('a member that may be larger than 4 GiB', () => {
  async function versionNeeded(form: ZipForm): Promise<number> {
    const bytes = [Buffer.alloc(1_500_000, 'a'), Buffer.alloc(1_500_000, 'b')];
    for await (const piece of zipStream(
      (zip) => zip.add('labs.csv', bytes),
      () => 0,
      form,
    ))
      return Buffer.from(piece.bytes).readUInt16LE(4);
    throw new Error('Nothing was written.');
  }

  test('has ZIP64 fields only if asked for', async () => {
    expect(await versionNeeded({ passphrase: null, isLarge: false })).toBe(20);
    expect(await versionNeeded({ passphrase: null, isLarge: true })).toBe(45);
  });

  test('is written again with ZIP64 fields if it turns out too large, while other failures are not retried', async () => {
    const asked: boolean[] = [];
    const write = (isLarge: boolean): Promise<string> => {
      asked.push(isLarge);
      return isLarge ? Promise.resolve('written') : Promise.reject(new MemberTooLarge());
    };
    expect(await roomyWhereNeeded(write)).toBe('written');
    expect(asked).toEqual([false, true]);
    const failing = (): Promise<string> => Promise.reject(new Error('The disk is full.'));
    await expect(roomyWhereNeeded(failing)).rejects.toThrow('The disk is full.');
  });

  test('is refused during writing if its sizes do not fit', async () => {
    const piece = Buffer.alloc(64 * 2 ** 20);
    function* endless(): Generator<Uint8Array> {
      for (;;) yield piece;
    }
    const stored = zipStream(
      (zip) => zip.add('labs.csv', endless(), true),
      () => 0,
      { passphrase: null, isLarge: false },
    );
    const drain = async (): Promise<void> => {
      for await (const { rows } of stored) expect(rows).toBe(0);
    };
    await expect(drain()).rejects.toBeInstanceOf(MemberTooLarge);
  });
});
