import { expect, test } from '@playwright/test';
import { fixturePath, mutualTls, startTlsFront } from '../contract/secure-service.ts';
import { expectAccessible } from './accessibility.ts';
import { openBench } from './bench.ts';
import { take, untilMirrored } from './steps.ts';
import { answerOpenDialog, expectQuiet } from './window.ts';

const PASSPHRASE = 'lamp river quiet stone';
const STUDY = '24-006';

test.describe.configure({ mode: 'serial' });

test.describe('a service behind a gateway that requires a client certificate', () => {
  const { service, carrel } = openBench({ service: ['--subjects', '2', '--studies', STUDY], reported: false });
  let front: Awaited<ReturnType<typeof startTlsFront>>;

  test.beforeAll(async () => {
    front = await startTlsFront(service.port, mutualTls());
  });

  test.afterAll(async () => {
    await front.close();
  });

  test('the Advanced section is collapsed, and expands if the connection test finds a problem in it', async () => {
    const { page } = carrel;
    const advanced = page.getByRole('button', { name: /^Advanced/ });
    await expect(advanced).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByLabel('Scope')).toBeHidden();
    await page.getByLabel('Service address').fill(`https://localhost:${String(front.port)}`);
    await page.getByLabel('Partner id').fill(service.partnerId);
    await page.getByLabel('Client id').fill(service.clientId);
    await page.getByLabel('Client secret', { exact: true }).fill(service.clientSecret);
    await page.getByLabel('Study number').fill(STUDY);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await answerOpenDialog(carrel, fixturePath('root-cert'));
    await page.getByRole('button', { name: 'Choose a PEM file…' }).click();
    await expect(page.getByText('Carrel test root, until 2126-01-01')).toBeVisible();
    await page.getByRole('button', { name: /^Test/ }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Token' })).toContainText('requires a client certificate');
    await expect(advanced).toHaveAttribute('aria-expanded', 'true');
    await expect(page.getByRole('button', { name: 'Save and sync' })).toBeDisabled();
    expect(front.connections()).toBe(0);
  });

  test('the token address shows a warning for http://, and where the secret goes for https://', async () => {
    const { page } = carrel;
    const address = page.getByLabel('Token address');
    await address.fill('http://login.example/token');
    await expect(page.getByText('Only https:// protects the secret in transit')).toBeVisible();
    await address.fill('https://login.example/token');
    await expect(page.getByRole('status').filter({ hasText: 'login.example' })).toContainText('not to the service address');
    await expectAccessible(page, 'Advanced');
    await address.fill('');
  });

  test('the study is mirrored with a certificate and key chosen in dialogs of main', async () => {
    const { page } = carrel;
    const certificate = page.getByRole('group', { name: 'Client certificate' });
    const choose = certificate.getByRole('button', { name: /^Choose/ });
    await answerWith([fixturePath('client-cert'), fixturePath('stranger-key')]);
    await choose.click();
    await expect(certificate).toContainText('does not belong to the client certificate');
    await answerWith([fixturePath('client-cert'), fixturePath('client-key-encrypted')]);
    await choose.click();
    await expect(certificate).toContainText('is encrypted');
    await answerWith([fixturePath('client-cert'), fixturePath('client-key')]);
    await choose.click();
    await expect(certificate).toContainText('Carrel test site 03, until 2126-01-01. Presented only to this service; stored when');

    await page.getByRole('button', { name: /^Test/ }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Token' })).toContainText('passed');
    await page.getByRole('button', { name: 'Save and sync' }).click();
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await page.getByLabel('Repeat passphrase').fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Save and sync' }).click();
    await untilMirrored(page.getByRole('article', { name: `Study ${STUDY}` }));
  });

  test('nothing is stored if a token is granted and the data is refused (fault F74)', async () => {
    const { page } = carrel;
    const asked = {
      connection: {
        ...{ baseUrl: `https://localhost:${String(front.port)}`, partnerId: service.partnerId, clientId: service.clientId },
        ...{ tokenStyle: 'body', scope: 'full', demo: false },
      },
      secret: service.clientSecret,
    } as const;
    const call = (name: string, input: unknown): Promise<unknown> =>
      page.evaluate(([calledAs, given]) => window.carrel.call(calledAs, given), [name, input] as const);
    expect(await call('connection.test', { ...asked, study: '99-999' })).toMatchObject({ ok: true });
    expect(await call('connection.save', { ...asked, studies: ['99-999'] })).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
    const wrong = { ...asked, secret: 'not the secret', studies: [STUDY] };
    expect(await call('connection.save', wrong)).toMatchObject({ ok: false, error: { code: 'AUTH' } });
    const { value } = (await call('app.state', undefined)) as { readonly value: { readonly connection: object } };
    expect(value.connection).not.toHaveProperty('scope');
    await expect(page.getByRole('article', { name: 'Study 99-999' })).toHaveCount(0);
    expect(await call('connection.save', { ...asked, studies: [STUDY] })).toMatchObject({ ok: true });
  });

  test('Settings shows the certificate under Advanced, and connecting again requires the secret', async () => {
    const { page } = carrel;
    await take(page, 'Settings, connection');
    const advanced = page.getByRole('button', { name: /^Advanced/ });
    await expect(advanced).toHaveAttribute('aria-expanded', 'false');
    await advanced.click();
    await expect(page.getByText('Id and secret in the body of the request.')).toBeVisible();
    await expect(page.getByText('Carrel test site 03, until 2126-01-01')).toBeVisible();
    await expectAccessible(page, 'Settings, Advanced');

    await page.getByRole('button', { name: 'Connect again…' }).click();
    await expect(page.getByLabel('Service address')).toHaveAttribute('readonly');
    await page.getByRole('button', { name: /^Advanced/ }).click();
    const certificate = page.getByRole('group', { name: 'Client certificate' });
    await certificate.getByRole('button', { name: 'Remove' }).click();
    await expect(certificate).toContainText('None after the connection is saved');
    await page.getByRole('button', { name: 'Back to studies' }).click();
    await take(page, 'Settings, connection');
    await page.getByRole('button', { name: /^Advanced/ }).click();
    await expect(page.getByText('Carrel test site 03, until 2126-01-01. Stored encrypted')).toBeVisible();
    await page.getByRole('button', { name: 'Connect again…' }).click();
    await expect(page.getByLabel('Client secret', { exact: true })).toHaveValue('');
    await page.getByLabel('Client secret', { exact: true }).fill(service.clientSecret);
    await page.getByLabel('Study number').fill(STUDY);
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('button', { name: 'Save and sync' }).click();
    await untilMirrored(page.getByRole('article', { name: `Study ${STUDY}` }));
    expectQuiet(carrel);
  });

  /** Answers consecutive open dialogs with these paths. */
  async function answerWith(paths: readonly string[]): Promise<void> {
    await carrel.app.evaluate(({ dialog }, given) => {
      const left = [...given];
      dialog.showOpenDialog = () => {
        const next = left.shift();
        return Promise.resolve({ canceled: next === undefined, filePaths: next === undefined ? [] : [next] });
      };
    }, paths);
  }
});
