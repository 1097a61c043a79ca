import { describe, expect, test } from 'vitest';
import {
  addressProblem,
  advancedProblems,
  connectionOf,
  emptyForm,
  fieldProblems,
  formOf,
  otherSecretHost,
} from '../../../src/renderer/places/start/connect-values.ts';
import { testFaults } from '../../../src/renderer/places/start/connect-faults.ts';
import type { TestStep } from '../../../src/shared/connection.ts';
import { sayStrength } from '../../../src/renderer/ui/parts/passphrases.tsx';

describe('the connection form', () => {
  test.each(['', 'https://research.example.org', 'https://research.example.org/path', 'http://127.0.0.1:8080', 'http://localhost:1'])(
    'accepts the address "%s"',
    (address) => {
      expect(addressProblem(address)).toBeNull();
    },
  );

  test.each([
    'research.example.org',
    'http://research.example.org',
    'https://name:word@research.example.org',
    'ftp://research.example.org',
  ])('rejects the address "%s"', (address) => {
    expect(addressProblem(address)).not.toBeNull();
  });

  test('trims pasted values, and treats a blank one as missing', () => {
    const values = { ...emptyForm, baseUrl: ' https://a.example ', partnerId: ' 1 ', clientId: 'c ', secret: ' s ', study: '22' };
    expect(connectionOf(values)).toMatchObject({ baseUrl: 'https://a.example', partnerId: '1', clientId: 'c', demo: false });
    expect([...fieldProblems(values)]).toEqual([]);
    expect([...fieldProblems({ ...values, study: ' ' }).keys()]).toEqual(['study']);
  });

  test('leaves advanced settings unset unless they are typed, and keeps the request rate of an earlier connection', () => {
    const plain = connectionOf(emptyForm);
    expect([plain.scope, plain.audience, plain.tokenUrl, plain.maxRequestsPerSecond]).toEqual([undefined, undefined, undefined, undefined]);
    const typed = {
      ...emptyForm,
      tokenStyle: 'basic',
      scope: ' a b ',
      audience: ' x ',
      tokenUrl: ' https://l.example/t ',
      pins: `${'C'.repeat(43)}=`,
    } as const;
    const connection = { ...connectionOf(typed), maxRequestsPerSecond: 2 };
    expect(connection).toMatchObject({ tokenStyle: 'basic', scope: 'a b', audience: 'x', tokenUrl: 'https://l.example/t' });
    expect(connectionOf(formOf(connection), connection)).toEqual(connection);
    const none = connectionOf({ ...emptyForm, scope: 'none' });
    expect([none.scope, formOf(none).scope]).toEqual(['', 'none']);
  });

  test('takes pinned keys from the field in the format of the terminal, and reports an invalid one', () => {
    const [one, two] = ['A', 'B'].map((letter) => letter.repeat(43).concat('='));
    expect(connectionOf({ ...emptyForm, pins: `sha256/${one ?? ''}, ${two ?? ''}` }).pins).toEqual([one, two]);
    expect(connectionOf(emptyForm, connectionOf({ ...emptyForm, pins: one ?? '' })).pins).toBeUndefined();
    expect([...advancedProblems({ ...emptyForm, pins: 'sha256' }).keys()]).toEqual(['pins']);
  });

  test.each([
    [{ scope: 'a  b' }, ['scope']],
    [{ scope: 'a"b' }, ['scope']],
    [{ audience: 'a b' }, ['audience']],
    [{ tokenUrl: 'login.example' }, ['tokenUrl']],
    [{ tokenUrl: 'http://login.example/t' }, ['tokenUrl']],
    [{ tokenUrl: 'http://localhost/t' }, ['tokenUrl']],
    [{ tokenUrl: 'https://login.example/t#a' }, ['tokenUrl']],
    [{ tokenUrl: 'https://login.example/t', scope: 'api://a/.default', audience: 'https://a.example' }, []],
  ])('finds problems of the advanced settings %j in %j', (more, fields) => {
    expect([...advancedProblems({ ...emptyForm, baseUrl: 'https://a.example', ...more }).keys()]).toEqual(fields);
  });

  test('names the host that the secret is sent to if it is not that of the service', () => {
    const baseUrl = 'https://a.example';
    expect(otherSecretHost({ baseUrl, tokenUrl: 'https://login.example/t' })).toBe('login.example');
    expect(otherSecretHost({ baseUrl, tokenUrl: `${baseUrl}/t` })).toBeNull();
    expect(otherSecretHost({ baseUrl, tokenUrl: '' })).toBeNull();
  });

  test('names each wrong field, in the order of the form', () => {
    expect([...fieldProblems(emptyForm).keys()]).toEqual(['baseUrl', 'partnerId', 'clientId', 'secret', 'study']);
    const typed = { ...emptyForm, baseUrl: 'ftp://a.example', partnerId: '1', secret: 's', study: '22' };
    expect([...fieldProblems(typed).keys()]).toEqual(['baseUrl', 'clientId']);
    expect(fieldProblems(typed).get('baseUrl')).toContain('https://');
  });
});

describe('the fields that a failed connection test points to', () => {
  const failed = (step: TestStep['step'], code: TestStep['code']): readonly TestStep[] => [
    { step, state: 'failed', took: 1, says: '', code },
  ];
  const typed = { partnerId: ' 7 ', study: '22-001', tokenUrl: ' ' };

  test.each([
    ['dns', 'NETWORK', ['baseUrl']],
    ['dns', 'USAGE', ['baseUrl']],
    ['tls', 'TLS', ['baseUrl']],
    ['tls', 'NETWORK', ['baseUrl']],
    ['token', 'AUTH', ['clientId', 'secret']],
    ['token', 'PROTOCOL', ['baseUrl']],
    ['token', 'SERVER', []],
    ['study', 'FORBIDDEN', ['partnerId', 'study']],
    ['study', 'AUTH', ['partnerId']],
    ['study', 'PROTOCOL', ['baseUrl']],
    ['study', 'RATE', []],
  ] as const)('%s, %s: %j', (step, code, fields) => {
    expect([...testFaults(failed(step, code), typed).keys()]).toEqual(fields);
  });

  test.each(['NETWORK', 'TLS', 'PROTOCOL', 'SECURITY', 'USAGE'] as const)(
    'are a typed token address if its request fails with %s',
    (code) => {
      const named = { ...typed, tokenUrl: 'https://login.example/token' };
      expect([...testFaults(failed('token', code), named).keys()]).toEqual(['tokenUrl']);
      expect([...testFaults(failed('study', code), named).keys()]).toEqual(['baseUrl']);
      expect([...testFaults(failed('token', 'AUTH'), named).keys()]).toEqual(['clientId', 'secret']);
      expect([...testFaults(failed('token', 'SERVER'), named).keys()]).toEqual([]);
    },
  );

  test.each([
    ['client', ['clientId', 'secret']],
    ['scope', ['scope']],
    ['audience', ['audience']],
    ['address', ['tokenUrl']],
    ['certificate', ['certificate']],
    ['gateway', []],
  ] as const)('for a token refused because of the %s: %j', (about, fields) => {
    const steps = failed('token', 'AUTH').map((step) => ({ ...step, about }));
    expect([...testFaults(steps, typed).keys()]).toEqual(fields);
  });

  test('name the partner if access to the study is denied, and are none if every step passed', () => {
    expect(testFaults(failed('study', 'FORBIDDEN'), typed).get('study')).toBe('No access for partner 7');
    expect(testFaults([{ step: 'dns', state: 'ok', took: 1, says: '', code: null }], typed).size).toBe(0);
  });
});

describe('the strength of a passphrase', () => {
  test('is not enough for a short one, with the number of missing characters', () => {
    expect(sayStrength('abc', null)).toMatchObject({ enough: false, says: 'Too short: 5 more to go.' });
  });

  test('is described by the grade of the estimator, or as being checked until that is known', () => {
    expect(sayStrength('aaaaaaaaaaaa', 0)).toEqual({ level: 1, enough: true, says: 'Can be guessed at once. Add words.' });
    expect(sayStrength('correct horse battery', 4)).toEqual({ level: 4, enough: true, says: 'Very good.' });
    expect(sayStrength('correct horse battery', null)).toMatchObject({ level: 0, says: 'Checking…' });
  });
});
