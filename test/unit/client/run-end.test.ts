import { describe, expect, test } from 'vitest';
import { ProxyWantsSignIn } from '../../../src/core/client/proxy-sign-in.ts';
import { requestError } from '../../../src/core/client/request-errors.ts';
import { AskedToComeLater, createFailureTimer } from '../../../src/core/client/retry.ts';
import { createRunEnd, type RunEnd } from '../../../src/core/client/run-end.ts';
import { usualBackoff } from '../../../src/core/client/status-policy.ts';
import { AppError } from '../../../src/shared/errors.ts';

const labs = { study: '22-001', dataset: 'Labs' };
const vitals = { study: '22-001', dataset: 'Vitals' };
const lost = new AppError('SERVER', 'lost');
const refused = new AppError('AUTH', 'refused');

function netError(code: string): AppError {
  return requestError(Object.assign(new Error(code), { code }), 'research.example.org');
}

/** A run whose service has done nothing but fail for so many seconds. */
function runFailingFor(seconds: number): RunEnd {
  let now = 0;
  const failureTimer = createFailureTimer(() => now);
  failureTimer.failed(0);
  now = seconds * 1000;
  return createRunEnd({ failureTimer, backoff: usualBackoff });
}

describe('a run', () => {
  test.each([
    ['a certificate that is not trusted', new AppError('TLS', 'x')],
    ['a host that cannot be reached', netError('ECONNREFUSED')],
    ['a proxy that wants a sign-in', new ProxyWantsSignIn(new URL('http://proxy:3128'), [], false)],
    ['a wait that is too long', new AskedToComeLater('RATE', 'x')],
  ])('ends with %s, for every study', (_what, error) => {
    const end = runFailingFor(0);
    end.failed(labs, error);
    expect([end.of(), end.of('22-001'), end.of('other')]).toEqual([error, error, error]);
  });

  test.each([
    ['a broken connection', netError('ECONNRESET')],
    ['an internal error of the service', lost],
    ['a page that asks to wait', new AppError('RATE', 'x')],
    ['an unexpected error', new TypeError('x')],
  ])('goes on after %s', (_what, error) => {
    const end = runFailingFor(0);
    end.failed(labs, error);
    expect([end.of(), end.of('22-001')]).toEqual([null, null]);
  });

  test('names what ended it first', () => {
    const end = runFailingFor(0);
    const [first, second] = [netError('ENOTFOUND'), new AppError('TLS', 'x')];
    end.failed(labs, first);
    end.failed(vitals, second);
    end.tokenFailed(second);
    expect(end.of()).toBe(first);
  });
});

describe('a service that only fails', () => {
  test.each([
    ['NETWORK', 120, true],
    ['SERVER', 120, true],
    ['SERVER', 119.999, false],
    ['RATE', 500, false],
    ['PROTOCOL', 500, false],
  ] as const)('with %s for %f s ends the run once a second search fails: %s', (code, seconds, ends) => {
    const end = runFailingFor(seconds);
    const error = new AppError(code, 'lost');
    end.failed(labs, error);
    expect(end.of()).toBeNull();
    end.failed(vitals, error);
    expect(end.of()).toBe(ends ? error : null);
  });

  test('does not end the run while one search alone fails', () => {
    const end = runFailingFor(120);
    end.failed(labs, lost);
    end.failed(labs, lost);
    expect(end.of()).toBeNull();
  });

  test.each([{ study: '22-002', dataset: 'Labs' }, vitals])('counts %j as another search', (other) => {
    const end = runFailingFor(120);
    end.failed(labs, lost);
    end.failed(other, lost);
    expect(end.of()).toBe(lost);
  });

  test('does not end the run if something was answered in between', () => {
    const end = runFailingFor(120);
    end.failed(labs, lost);
    end.answered(labs);
    end.failed(vitals, lost);
    expect(end.of()).toBeNull();
    end.failed(vitals, lost);
    expect(end.of()).toBeNull();
    end.failed(labs, lost);
    expect(end.of()).toBe(lost);
  });
});

describe('a refused token', () => {
  test('ends its study only', () => {
    const end = runFailingFor(0);
    end.failed(labs, refused);
    expect([end.of('22-001'), end.of('22-002'), end.of()]).toEqual([refused, null, null]);
  });

  test('does not end a study that answered before', () => {
    const end = runFailingFor(0);
    end.answered(labs);
    end.failed(vitals, refused);
    expect(end.of('22-001')).toBeNull();
    end.failed({ ...vitals, study: '22-002' }, refused);
    expect(end.of('22-002')).toBe(refused);
  });

  test('does not replace what ended the run', () => {
    const end = runFailingFor(0);
    const gone = netError('ENOTFOUND');
    end.failed(labs, gone);
    end.failed(labs, refused);
    expect(end.of('22-001')).toBe(gone);
  });
});

describe('a run without a token', () => {
  test('ends, whatever the reason', () => {
    const end = runFailingFor(0);
    end.tokenFailed(lost);
    expect([end.of(), end.of('22-001')]).toEqual([lost, lost]);
  });

  test.each([
    ['cancelled', new AppError('CANCELLED', 'x')],
    ['for an unexpected reason', new TypeError('x')],
  ])('goes on if the request was %s', (_why, error) => {
    const end = runFailingFor(0);
    end.tokenFailed(error);
    expect(end.of()).toBeNull();
  });
});
