import { afterEach, beforeEach, expect, test } from 'vitest';
import { upToCutOff, withOwnTables } from '../../../src/core/query/up-to-cut-off.ts';
import { makeStudy, type StudyFixture } from './study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

const createTable = (): void => {
  fixture.study.db.exec('CREATE TEMP TABLE mine (x INTEGER)');
};

test('a connection may create temporary tables only while it is asked to', () => {
  expect(createTable).toThrow(/readonly/);
  withOwnTables(fixture.study.db, createTable);
  expect(() => fixture.study.db.exec('DROP TABLE mine')).toThrow(/readonly/);
});

test('it may not write afterwards either if something failed', () => {
  const fail = (): void => {
    throw new Error('failed');
  };
  expect(() => {
    withOwnTables(fixture.study.db, fail);
  }).toThrow('failed');
  expect(createTable).toThrow(/readonly/);
});

test('the views of a cut-off leave the connection as it was', () => {
  upToCutOff(fixture.study, '2026-03-31');
  expect(createTable).toThrow(/readonly/);
});
