import { AppError } from '../../shared/errors.ts';

/** What one page may be at most, counted on its bytes before anything is parsed. */
export const pageLimits = {
  /** Bytes, decoded. */
  body: 64 * 1024 * 1024,
  /** Objects and arrays inside each other. */
  depth: 64,
  /** Values of any kind, objects and arrays included. */
  values: 1_000_000,
  /** Bytes of one string or one number. */
  string: 1024 * 1024,
  /** Bytes of the name of one field. */
  key: 4096,
  /** Bytes of what the page says of itself, its entries and fields that nobody reads aside. */
  head: 256 * 1024,
} as const;

/**
 * What one record may be to be read, its repeated part aside: it is the largest thing that is ever parsed as a whole. A larger one is
 * kept in its page and listed.
 */
export const recordLimits = {
  /** Bytes. */
  text: 4 * 1024 * 1024,
  /** Values of any kind. */
  values: 50_000,
} as const;

const names: Readonly<Record<keyof typeof pageLimits, string>> = {
  body: 'is larger than 64 MiB',
  depth: 'nests deeper than 64 levels',
  values: 'holds more than 1,000,000 values',
  string: 'holds a text longer than 1 MiB',
  key: 'holds a field name longer than 4 KiB',
  head: 'holds more than 256 KiB beside its records',
};

export function limitExceeded(limit: keyof typeof pageLimits): AppError {
  return new AppError(
    'LIMIT',
    `A page of the service's answer ${names[limit]}, which no page of this interface needs. The earlier copy stays. Tell the data provider.`,
  );
}
