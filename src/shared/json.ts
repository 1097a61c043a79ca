/**
 * The text, as sent, of a JSON number whose digits JavaScript would not preserve (5.10, 1e400, 2^53+1, -0). Every other number is a plain
 * JavaScript number.
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

/** Reads own properties only, so that a key such as `toString` or `__proto__` is plain data. */
export function ownProperty(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
