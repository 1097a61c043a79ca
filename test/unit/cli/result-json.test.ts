import { expect, test } from 'vitest';
import { commandResultJson } from '../../../src/cli/result-json.ts';
import { emptyDataset } from '../../../src/shared/empty-status.ts';

const study = '22-001';
const failed = { code: 'SERVER', message: 'The service failed.' } as const;
const json = (...[outcome]: Parameters<typeof commandResultJson>): string => JSON.stringify(commandResultJson(outcome));

test('the result line has the exit code as its code and the code as its category, without a message if all is well', () => {
  expect(json({ code: 'OK', message: 'Not printed.', fields: { path: null } })).toBe(
    '{"event":"result","code":0,"category":"OK","path":null}',
  );
  expect(json({ code: 'PARTIAL', message: 'Some.', fields: {} })).toBe(
    '{"event":"result","code":30,"category":"PARTIAL","message":"Some."}',
  );
});

test('errors of datasets, with the fields of a study in their order', () => {
  const status = { study, datasets: [emptyDataset('labs', failed), emptyDataset('vitals')], bytes: 7 };
  const { category: _, ...line } = JSON.parse(json({ code: 'OK', fields: { studies: [status] } })) as Record<string, unknown>;
  expect(JSON.stringify(line)).toBe(
    JSON.stringify({ event: 'result', code: 0, studies: [status] }).replace('"code":"SERVER"', '"category":"SERVER"'),
  );
});

test('errors of findings and of studies that a backup leaves out, and why it has no audit trail', () => {
  const leftOut = [{ study, ...failed }];
  const written = `"leftOut":[{"study":"${study}","category":"SERVER","message":"The service failed."}]`;
  expect(json({ code: 'OK', fields: { findings: [{ part: 'file', study: null, ...failed }], studies: 2 } })).toBe(
    '{"event":"result","code":0,"category":"OK","findings":[{"part":"file","study":null,"category":"SERVER","message":"The service failed."}],"studies":2}',
  );
  expect(json({ code: 'OK', fields: { path: 'x', studies: [study], leftOut } })).toBe(
    `{"event":"result","code":0,"category":"OK","path":"x","studies":["${study}"],${written}}`,
  );
  expect(
    json({ code: 'OK', fields: { studies: [], backup: { path: null, leftOut, trailLeftOut: 'It was changed.', error: failed } } }),
  ).toBe(
    `{"event":"result","code":0,"category":"OK","studies":[],"backup":{"path":null,${written},"trailLeftOut":"It was changed.","error":{"category":"SERVER","message":"The service failed."}}}`,
  );
});
