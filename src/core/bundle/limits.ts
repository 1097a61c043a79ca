import { AppError } from '../../shared/errors.ts';

/** Limits of one page, counted on its bytes before anything is parsed. */
export const pageLimits = {
  /** Bytes, decoded. */
  body: 64 * 1024 * 1024,
  /** Nesting depth of objects and arrays. */
  depth: 64,
  /** Values of any kind, including objects and arrays. */
  values: 1_000_000,
  /** Bytes of one string or number. */
  string: 1024 * 1024,
  /** Bytes of one field name. */
  key: 4096,
  /** Bytes of the page without its entries and unread fields. */
  head: 256 * 1024,
} as const;

/**
 * Limits of one record to be read, without its repeated part. It is the largest unit that is parsed as a whole. A larger one stays in its
 * page and is listed as an issue.
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
