import type { Connection } from '../../../shared/connection.ts';

/** Ways for the client to authenticate to the token endpoint. */
export const tokenStyleTitles: readonly (readonly [Connection['tokenStyle'], string])[] = [
  ['body', 'In the body'],
  ['basic', 'HTTP Basic'],
  ['query', 'In the address'],
];

/** The same as sentences. */
export const tokenStyleWords: Readonly<Record<Connection['tokenStyle'], string>> = {
  body: 'Id and secret in the body of the request.',
  basic: 'Id and secret by HTTP Basic, in a header of the request.',
  query: 'Id and secret in the address of the request.',
};
