import type { Connection } from '../../shared/connection.ts';

/** What the form holds, as typed. */
export interface ConnectValues {
  readonly baseUrl: string;
  readonly partnerId: string;
  readonly clientId: string;
  readonly secret: string;
  readonly study: string;
  readonly tokenStyle: Connection['tokenStyle'];
}

export const emptyForm: ConnectValues = { baseUrl: '', partnerId: '', clientId: '', secret: '', study: '', tokenStyle: 'body' };

export function connectionOf(values: ConnectValues): Connection {
  return {
    baseUrl: values.baseUrl.trim(),
    partnerId: values.partnerId.trim(),
    clientId: values.clientId.trim(),
    tokenStyle: values.tokenStyle,
    demo: false,
  };
}

const asks = {
  baseUrl: 'Write the address of the service',
  partnerId: 'Write the partner id',
  clientId: 'Write the client id',
  secret: 'Write the client secret',
  study: 'Write a study number',
} as const;
export type ConnectField = keyof typeof asks;

/** What is wrong with each field, in the order of the form; empty where the connection can be tested. */
export function fieldProblems(values: ConnectValues): ReadonlyMap<ConnectField, string> {
  const address = addressProblem(values.baseUrl);
  const empty = (Object.keys(asks) as ConnectField[]).filter((field) => values[field].trim() === '');
  return new Map([...(address === null ? [] : [['baseUrl', address] as const]), ...empty.map((field) => [field, asks[field]] as const)]);
}

export function sameForm(a: ConnectValues, b: ConnectValues): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Why the address cannot be used, seen before anything is sent; null when nothing speaks against it (spec 5.1). */
export function addressProblem(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'Write the whole address, beginning with https://';
  if (url.username !== '' || url.password !== '') return 'The address must not hold a name or password';
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol === 'http:' && !loopback) return 'Only https:// keeps the secret safe on the way';
  return null;
}
