/**
 * A JSON number whose digits JavaScript would not give back (5.10, 1e400, 2^53+1, -0):
 * its text as it was sent. Every other number is a plain JavaScript number.
 */
export class SentNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type JsonValue = null | boolean | number | string | SentNumber | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** True for an object literal: not null, not an array, not a SentNumber. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof SentNumber);
}

/** An own property only, so that `toString` or `__proto__` as a key is data and nothing else. */
export function ownProperty(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
