import { SentNumber, isJsonObject, type JsonValue } from '../../shared/json.ts';

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
// The source text of a number is handed to revivers since Node 21; the type library does not know it yet.
const parse = JSON.parse as (text: string, reviver?: Reviver) => JsonValue;

/** Parses valid JSON; with `exact`, numbers whose digits JavaScript would not give back become SentNumbers. */
export function parseJson(text: string, exact: boolean): JsonValue {
  return exact ? parse(text, keepDigits) : parse(text);
}

function keepDigits(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context.source === undefined || String(value) === context.source) return value;
  return new SentNumber(context.source);
}

/** JSON text of a parsed value, with the digits that were sent. */
export function jsonText(value: JsonValue): string {
  if (value instanceof SentNumber) return value.text;
  if (isJsonObject(value))
    return `{${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`)
      .join(',')}}`;
  if (typeof value === 'object' && value !== null) return `[${value.map(jsonText).join(',')}]`;
  return JSON.stringify(value);
}
