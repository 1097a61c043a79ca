import { describe, expect, test } from 'vitest';
import { CertificateDates, cancelled, deadlineError, isUnreachable, requestError } from '../../../src/core/client/request-errors.ts';
import { AppError } from '../../../src/shared/errors.ts';

function coded(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe('the error of a request', () => {
  test.each([
    ['ECONNREFUSED', 'NETWORK', 'could not be reached (ECONNREFUSED)'],
    ['ENOTFOUND', 'NETWORK', 'could not be reached (ENOTFOUND)'],
    ['ECONNRESET', 'NETWORK', 'broke off the connection (ECONNRESET)'],
    ['HPE_INVALID_EOF_STATE', 'NETWORK', 'broke off the connection (HPE_INVALID_EOF_STATE)'],
    ['HPE_HEADER_OVERFLOW', 'LIMIT', 'sent larger headers than allowed (16 KiB)'],
    ['HPE_INVALID_CONSTANT', 'PROTOCOL', 'is not valid HTTP (HPE_INVALID_CONSTANT)'],
    ['EPROTO', 'TLS', 'is not trusted (EPROTO). Mirrored data'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS', 'is not trusted (ERR_TLS_CERT_ALTNAME_INVALID). Mirrored data'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'TLS', '(SELF_SIGNED_CERT_IN_CHAIN): this computer does not know the authority'],
    ['CERT_HAS_EXPIRED', 'TLS', 'certificate of the service h has expired by this computer'],
    ['CERT_NOT_YET_VALID', 'TLS', 'certificate of the service h is not valid yet by this computer'],
  ])('%s is %s: %s', (code, kind, says) => {
    const cause = coded(code);
    expect(requestError(cause, 'h')).toMatchObject({ code: kind, message: expect.stringContaining(says), cause });
  });

  test('is named by the first of several addresses that were tried', () => {
    const tried = new AggregateError([coded('EHOSTUNREACH'), coded('ECONNREFUSED')]);
    expect(requestError(tried, 'h')).toMatchObject({ message: expect.stringContaining('(EHOSTUNREACH)') });
    expect(isUnreachable(requestError(tried, 'h'))).toBe(true);
  });

  test.each([[new Error('x')], ['no error'], [Object.assign(new Error('x'), { code: 7 })], [new AggregateError([])]])(
    'without a code is a lost connection (%s)',
    (error) => {
      expect(requestError(error, 'h').message).toContain('The service at h broke off the connection (connection lost).');
    },
  );

  test('that is already explained stays as it is', () => {
    const error = new AppError('LIMIT', 'x');
    expect(requestError(error, 'h')).toBe(error);
  });

  test.each([
    ['service', 'Check the network and try again.'],
    ['proxy', 'Check the network and try again.'],
    ['token endpoint', 'Check the token address (--token-url, or Advanced in the window) and the network and try again.'],
  ] as const)('of the %s names it and what may be wrong', (peer, advice) => {
    for (const error of [requestError(coded('ECONNRESET'), 'h', peer), deadlineError('idle', 'h', 1000, peer)]) {
      expect(error.message).toMatch(new RegExp(`^The ${peer} at h `));
      expect(error.message.endsWith(` ${advice}`)).toBe(true);
    }
  });
});

describe('a missed deadline', () => {
  test.each([
    ['connect', 1499, 'did not accept a connection within 1 s.', true],
    ['idle', 1500, 'sent nothing more within 2 s.', false],
    ['total', 120_000, 'did not finish one answer within 120 s.', false],
  ] as const)('%s of %i ms: %s', (kind, milliseconds, says, unreachable) => {
    const error = deadlineError(kind, 'h', milliseconds);
    expect(error).toMatchObject({ code: 'NETWORK', message: expect.stringContaining(`The service at h ${says}`) });
    expect(isUnreachable(error)).toBe(unreachable);
  });
});

test.each([
  ['ECONNREFUSED', true],
  ['ENOTFOUND', true],
  ['EAI_AGAIN', true],
  ['ENETDOWN', true],
  ['ECONNRESET', false],
  ['EPROTO', false],
])('after %s no other request can succeed: %s', (code, expected) => {
  expect(isUnreachable(requestError(coded(code), 'h'))).toBe(expected);
});

test('an error of another kind with such a cause does not make a host unreachable', () => {
  expect(isUnreachable(new AppError('SERVER', 'x', coded('ECONNREFUSED')))).toBe(false);
});

test('the error about a certificate’s dates tells what is known about the clocks', () => {
  const error = requestError(coded('CERT_HAS_EXPIRED'), 'h', 'proxy');
  expect(error).toBeInstanceOf(CertificateDates);
  expect(error.message).toContain('of the proxy h has expired');
  expect(error.message).toContain('That clock may be wrong.');
  const knowing = (error as CertificateDates).knowing('It was right yesterday.');
  expect(knowing.message).toContain('(CERT_HAS_EXPIRED). It was right yesterday. ');
  expect(knowing.message).not.toContain('may be wrong');
});

test('cancelling says that what was read is kept', () => {
  expect(cancelled()).toMatchObject({ code: 'CANCELLED', message: expect.stringContaining('Pages that were already read are kept') });
});
