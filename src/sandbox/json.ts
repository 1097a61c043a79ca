/** A piece of JSON that is already written: a number with its digits as given, or a fragment shared by many records. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What `writeJson` takes; members that are `undefined` are left out (spec 2: fields without a value are left out). */
export type Json = string | number | boolean | RawJson | readonly Json[] | JsonObject;

/** Members in writing order; the keys are our own literals and are not escaped. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** The compact JSON text of a value. */
export function writeJson(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof RawJson) return value.text;
  return isList(value) ? `[${value.map(writeJson).join(',')}]` : writeObject(value);
}

/** A fragment written once and used in many records. */
export function fragment(value: Json): RawJson {
  return new RawJson(writeJson(value));
}

/** A number with exactly these decimals, trailing zeros included (`5.10`): the service sends such digits. */
export function digits(value: number, decimals: number): RawJson {
  return new RawJson(value.toFixed(decimals));
}

function writeObject(value: JsonObject): string {
  let text = '';
  for (const key in value) {
    const member = value[key];
    if (member !== undefined) text += `${text === '' ? '' : ','}"${key}":${writeJson(member)}`;
  }
  return `{${text}}`;
}

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}
