import { describe, expect, test } from 'vitest';
import { answerWantsCertificate, certificateWanted, mayWantCertificate } from '../../../src/core/client/certificate-wanted.ts';
import { AppError } from '../../../src/shared/errors.ts';

/** An error as OpenSSL reports an alert of the other side. */
function alert(number: number): Error {
  return new Error(`0A000418:SSL routines:ssl3_read_bytes:tlsv1 alert:../rec_layer_s3.c:1605:SSL alert number ${String(number)}`);
}

describe('a TLS alert about a client certificate', () => {
  test.each([
    [40, 'handshake_failure'],
    [42, 'bad_certificate'],
    [43, 'unsupported_certificate'],
    [44, 'certificate_revoked'],
    [45, 'certificate_expired'],
    [46, 'certificate_unknown'],
    [48, 'unknown_ca'],
    [49, 'access_denied'],
    [116, 'certificate_required'],
  ])('number %i is %s (RFC 8446, 6.2)', (number, name) => {
    const [absent, shown] = [false, true].map((isShown) => certificateWanted(alert(number), 'gate.example', isShown));
    expect(absent).toMatchObject({ code: 'AUTH', message: expect.stringContaining(`requires a client certificate (TLS alert ${name})`) });
    expect(shown?.message).toContain(`does not accept the client certificate (TLS alert ${name})`);
    expect(absent?.message.includes('no currently secure version of TLS')).toBe(number === 40);
  });

  test.each([0, 41, 47, 50, 70, 80, 112])('number %i is none', (number) => {
    expect(certificateWanted(alert(number), 'gate.example', false)).toBeNull();
  });

  test.each([
    ['an error without an alert', new Error('socket hang up')],
    ['an error that is already explained', new AppError('TLS', 'SSL alert number 116')],
    ['what is no error', 'SSL alert number 116'],
  ])('is not %s', (_what, error) => {
    expect(certificateWanted(error, 'gate.example', false)).toBeNull();
  });
});

test.each([
  [495, '', true, false],
  [496, '', true, false],
  [400, '<h1>No required SSL certificate was sent</h1>', true, true],
  [401, 'a client certificate is needed', true, true],
  [403, 'Client-Certificate required', true, true],
  [403, 'Forbidden', false, true],
  [404, 'a client certificate is needed', false, false],
])('status %i with “%s” asks for a client certificate: %s', (status, body, wants, may) => {
  expect(answerWantsCertificate({ status, body: Buffer.from(body) })).toBe(wants);
  expect(mayWantCertificate(status)).toBe(may);
});
