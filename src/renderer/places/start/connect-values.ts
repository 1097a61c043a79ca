import { connectionSchema, readPins, type Connection, type TestResult } from '../../../shared/connection.ts';

/** The values of the form, as typed. */
export interface ConnectValues {
  readonly baseUrl: string;
  readonly partnerId: string;
  readonly clientId: string;
  readonly secret: string;
  readonly study: string;
  readonly tokenStyle: Connection['tokenStyle'];
  readonly scope: string;
  readonly audience: string;
  readonly tokenUrl: string;
  /** Digests of public keys, separated by commas. */
  readonly pins: string;
}

/** A finished connection test with the values it tested. */
export interface Tested {
  readonly values: ConnectValues;
  readonly at: string;
  readonly result: TestResult;
}

export const emptyForm: ConnectValues = {
  ...{ baseUrl: '', partnerId: '', clientId: '', secret: '', study: '' },
  ...{ tokenStyle: 'body', scope: '', audience: '', tokenUrl: '', pins: '' },
};

/** Typed to request no scope at all; an empty field means the usual scope of the interface. */
export const noScope = 'none';

/** Form values of an existing connection; the secret has to be typed again. */
export function formOf({ baseUrl, partnerId, clientId, tokenStyle, scope, audience, tokenUrl, pins = [] }: Connection): ConnectValues {
  const named = { baseUrl, partnerId, clientId, tokenStyle, audience: audience ?? '', tokenUrl: tokenUrl ?? '', pins: pins.join(', ') };
  return { ...emptyForm, ...named, scope: scope === '' ? noScope : (scope ?? '') };
}

/** `before`: the connection to replace; its request rate and patience are kept. */
export function connectionOf(values: ConnectValues, before: Connection | null = null): Connection {
  const [scope, audience, tokenUrl] = [values.scope.trim(), values.audience.trim(), values.tokenUrl.trim()];
  const { maxRequestsPerSecond, patienceSeconds } = before ?? {};
  const pins = readPins(values.pins) ?? undefined;
  return {
    baseUrl: values.baseUrl.trim(),
    partnerId: values.partnerId.trim(),
    clientId: values.clientId.trim(),
    tokenStyle: values.tokenStyle,
    ...(scope === '' ? {} : { scope: scope === noScope ? '' : scope }),
    ...(audience === '' ? {} : { audience }),
    ...(tokenUrl === '' ? {} : { tokenUrl }),
    ...(pins === undefined ? {} : { pins }),
    ...(maxRequestsPerSecond === undefined ? {} : { maxRequestsPerSecond }),
    ...(patienceSeconds === undefined ? {} : { patienceSeconds }),
    demo: false,
  };
}

const asks = {
  baseUrl: 'Enter the service address',
  partnerId: 'Enter the partner id',
  clientId: 'Enter the client id',
  secret: 'Enter the client secret',
  study: 'Enter a study number',
} as const;

/** Fields of the advanced part. All are text except the certificate. */
export const advancedFields = ['scope', 'audience', 'tokenUrl', 'pins', 'certificate'] as const;
export type AdvancedField = (typeof advancedFields)[number];
export type ConnectField = keyof typeof asks | AdvancedField;

/** The problem of each field, in the order of the form; empty if the connection can be tested. */
export function fieldProblems(values: ConnectValues): ReadonlyMap<ConnectField, string> {
  const address = addressProblem(values.baseUrl);
  const empty = (Object.keys(asks) as (keyof typeof asks)[]).filter((field) => values[field].trim() === '');
  return new Map<ConnectField, string>([
    ...(address === null ? [] : [['baseUrl', address] as const]),
    ...empty.map((field) => [field, asks[field]] as const),
    ...advancedProblems(values),
  ]);
}

/** Problems of the advanced fields, which are also shown while typing. */
export function advancedProblems(
  values: Pick<ConnectValues, 'baseUrl' | 'scope' | 'audience' | 'tokenUrl' | 'pins'>,
): ReadonlyMap<AdvancedField, string> {
  const { scope, audience } = connectionSchema.shape;
  const address = tokenAddressProblem(values);
  return new Map<AdvancedField, string>([
    ...(scope.safeParse(values.scope.trim()).success ? [] : [['scope', 'Words separated by single spaces, without quotes'] as const]),
    ...(values.audience.trim() === '' || audience.safeParse(values.audience.trim()).success
      ? []
      : [['audience', 'One word or address, without spaces'] as const]),
    ...(address === null ? [] : [['tokenUrl', address] as const]),
    ...(readPins(values.pins) === null ? [['pins', 'SHA-256 digests in base64, 44 characters each, separated by commas'] as const] : []),
  ]);
}

export function sameForm(a: ConnectValues, b: ConnectValues): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Why the address cannot be used, checked before anything is sent; null if it is empty or can be used (spec 5.1). */
export function addressProblem(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'Enter the full address, starting with https://';
  if (url.username !== '' || url.password !== '') return 'The address must not contain a user name or password';
  if (url.protocol === 'http:' && !isHere(url)) return 'Only https:// protects the secret in transit';
  return null;
}

function tokenAddressProblem({ baseUrl, tokenUrl }: Pick<ConnectValues, 'baseUrl' | 'tokenUrl'>): string | null {
  const problem = addressProblem(tokenUrl);
  const [token, base] = [URL.parse(tokenUrl.trim()), URL.parse(baseUrl.trim())];
  if (problem !== null || token === null) return problem;
  if (token.hash !== '') return 'The address must not contain a fragment (#)';
  return token.protocol === 'http:' && base !== null && !isHere(base) ? 'Only https:// protects the secret in transit' : null;
}

/** The host that receives the id and secret, if it differs from that of the service; null if it is the same or not known yet. */
export function otherSecretHost({ baseUrl, tokenUrl }: Pick<ConnectValues, 'baseUrl' | 'tokenUrl'>): string | null {
  const [token, base] = [URL.parse(tokenUrl.trim()), URL.parse(baseUrl.trim())];
  return token === null || base === null || token.origin === base.origin ? null : token.host;
}

function isHere({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
