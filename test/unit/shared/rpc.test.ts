import { describe, expect, test } from 'vitest';
import { answer, serve } from '../../../src/shared/answering.ts';
import { AppError, errorCodes, exitCodeOf, type ErrorCode } from '../../../src/shared/errors.ts';
import { connect, type Frame, type Handlers, type Port } from '../../../src/shared/rpc.ts';

/** Two ends of a channel; what one sends, the other receives at once. */
function channel() {
  const ends = ['page', 'engine'] as const;
  const listeners = new Map<string, (frame: Frame) => void>();
  const closing: (() => void)[] = [];
  const sent: Frame[] = [];
  const port = (own: (typeof ends)[number], other: (typeof ends)[number]): Port => ({
    send: (frame) => {
      sent.push(frame);
      listeners.get(other)?.(frame);
    },
    receive: (listener) => listeners.set(own, listener),
    closed: (listener) => closing.push(listener),
  });
  const close = (): void => {
    for (const listener of closing) listener();
  };
  return { page: port('page', 'engine'), engine: port('engine', 'page'), sent, close };
}

const ignore = (): void => undefined;
const before = { study: '22-001', moment: '2026-11-20T08:00:00Z' };
type Reading = Handlers<'reader'>;
const reading = (handlers: Partial<Record<'changes.before' | 'studies.list', (input: never) => unknown>>) => handlers as unknown as Reading;

describe('calls over a port', () => {
  test('are answered each with its own reply, whatever the order', async () => {
    const { page, engine, sent } = channel();
    const call = connect(page, ignore);
    const waiting: ((value: number) => void)[] = [];
    serve('reader', reading({ 'changes.before': async () => new Promise<number>((settle) => waiting.push(settle)) }), engine);
    const answers = [call('changes.before', before), call('changes.before', before)];
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.(2);
    waiting[0]?.(1);
    expect(await Promise.all(answers)).toEqual([1, 2]);
    expect(sent.map((frame) => (frame.type === 'event' ? null : [frame.type, frame.id]))).toEqual([
      ['call', 0],
      ['call', 1],
      ['reply', 1],
      ['reply', 0],
    ]);
  });

  test('throw the error of their reply', async () => {
    const { page, engine } = channel();
    const call = connect(page, ignore);
    const failing = (): never => {
      throw new AppError('BUSY', 'Another process writes.');
    };
    serve('reader', reading({ 'changes.before': failing }), engine);
    await expect(call('changes.before', before)).rejects.toMatchObject({ code: 'BUSY', message: 'Another process writes.' });
  });

  test('bring events to the page, and no event is a reply', async () => {
    const { page, engine, sent } = channel();
    const seen: unknown[] = [];
    const call = connect(page, (name, data) => {
      seen.push([name, data]);
    });
    const { emit } = serve('reader', reading({ 'changes.before': () => 7 }), engine);
    emit('network.changed', { online: false });
    expect(seen).toEqual([['network.changed', { online: false }]]);
    expect(await call('changes.before', before)).toBe(7);
    expect(seen).toHaveLength(1);
    expect(sent).toHaveLength(3);
  });

  test('fail once the port is closed, whether they wait or come later', async () => {
    const { page, sent, close } = channel();
    const call = connect(page, ignore);
    const waiting = call('changes.before', before);
    close();
    await expect(waiting).rejects.toMatchObject({ code: 'STORE', message: expect.stringContaining('stopped before it answered') });
    await expect(call('changes.before', before)).rejects.toMatchObject({ code: 'STORE' });
    expect(sent).toHaveLength(1);
  });
});

describe('a call is answered', () => {
  const bug = new TypeError('undefined is not a function');
  const handlers = reading({
    'changes.before': ({ study }: { readonly study: string }) => {
      if (study === 'bug') throw bug;
      if (study === 'gone') throw new AppError('USAGE', 'No such study.');
      return 7;
    },
  });
  const asked = async (name: string, input: unknown) => {
    const unexpected: unknown[] = [];
    const reply = await answer('reader', handlers, name, input, (call, error) => unexpected.push([call, error]));
    return { reply, unexpected };
  };
  const refused = (code: ErrorCode, message: string) => ({ reply: { ok: false, error: { code, message } }, unexpected: [] });

  test('with what its handler returns', async () => {
    expect(await asked('changes.before', before)).toEqual({ reply: { ok: true, value: 7 }, unexpected: [] });
  });

  test('with a refusal if there is no such call, named in forty characters', async () => {
    expect(await asked('studies.list', undefined)).toEqual(refused('USAGE', 'The reader has no call "studies.list".'));
    expect(await asked('toString', undefined)).toEqual(refused('USAGE', 'The reader has no call "toString".'));
    expect(await asked('x'.repeat(50), undefined)).toEqual(refused('USAGE', `The reader has no call "${'x'.repeat(40)}".`));
  });

  test('with a refusal of input that it does not take', async () => {
    const call = 'The call "changes.before" was made with input';
    expect(await asked('changes.before', {})).toEqual(refused('USAGE', `${call} it does not take.`));
    expect(await asked('changes.before', new Map())).toEqual(refused('USAGE', `${call} that is not plain.`));
    expect(await asked('changes.before', 'x'.repeat(9_000_000))).toEqual(refused('LIMIT', `${call} that is too large.`));
  });

  test('with the error of its handler, which is reported only if it was unexpected', async () => {
    expect(await asked('changes.before', { ...before, study: 'gone' })).toEqual(refused('USAGE', 'No such study.'));
    const { reply, unexpected } = await asked('changes.before', { ...before, study: 'bug' });
    expect(reply).toMatchObject({ ok: false, error: { code: 'STORE' }, fault: { name: 'TypeError' } });
    expect(unexpected).toEqual([['changes.before', bug]]);
    expect(await answer('reader', handlers, 'changes.before', { ...before, study: 'bug' })).toMatchObject({ ok: false });
  });
});

test('every error code has an exit code of its own, as documented', () => {
  const codes = Object.keys(errorCodes) as ErrorCode[];
  expect(Object.fromEntries(codes.map((code) => [code, exitCodeOf(code)]))).toEqual({
    ...{ USAGE: 2, AUTH: 10, FORBIDDEN: 11, NETWORK: 12, TLS: 13, SERVER: 14, RATE: 15, PROTOCOL: 16, INCONSISTENT: 17, SECURITY: 18 },
    ...{ LIMIT: 19, LOCKED: 20, CORRUPT: 21, STORE: 22, BUSY: 23, VERSION: 24, EXPORT: 25, PARTIAL: 30, CANCELLED: 130 },
  });
  expect(exitCodeOf('OK')).toBe(0);
  expect(codes.filter((code) => errorCodes[code].retry !== 'never')).toEqual(['NETWORK', 'SERVER', 'RATE', 'PROTOCOL', 'INCONSISTENT']);
});
