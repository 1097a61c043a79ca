import { expect, test } from 'vitest';
import { remarksOn } from '../../../src/cli/route.ts';

test('says that the environment names further trusted certificates', () => {
  expect(remarksOn({ extraPem: null }, {})).toEqual([]);
  expect(remarksOn({ extraPem: null }, { SSL_CERT_FILE: '' })).toEqual([]);
  expect(remarksOn({ extraPem: null }, { SSL_CERT_FILE: '/roots.pem', SSL_CERT_DIR: '/roots' })).toEqual([
    "Set in the environment: SSL_CERT_FILE, SSL_CERT_DIR. Certificates from there are trusted as this computer's own.",
  ]);
});
