import { SentNumber, isJsonObject, type JsonValue } from '../../shared/json.ts';

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
// Revivers receive the source text of a number since Node 21, which the type library does not declare yet.
const parse = JSON.parse as (text: string, reviver?: Reviver) => JsonValue;

/** Parses valid JSON. With `exact`, numbers whose digits JavaScript would not reproduce become SentNumbers. */
export function parseJson(text: string, exact: boolean): JsonValue {
  return exact ? parse(text, keepDigits) : parse(text);
}

function keepDigits(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context.source === undefined || String(value) === context.source) return value;
  return new SentNumber(context.source);
}

/** JSON text of a parsed value, with digits as sent. */
export function jsonText(value: JsonValue): string {
  if (value instanceof SentNumber) return value.text;
  if (isJsonObject(value))
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`)
      .join(',')}}`;
  if (typeof value === 'object' && value !== null) return `[${value.map(jsonText).join(',')}]`;
  return JSON.stringify(value);
}
