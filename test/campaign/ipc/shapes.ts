import { z } from 'zod';
import { contract, type CallName } from '../../../src/shared/contract.ts';

/** The part of JSON Schema that the contract's inputs need. */
export interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Shape;
  readonly propertyNames?: Shape;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Each call's input as JSON Schema, to judge inputs without the parser under test; null if the call has no input. */
export const shapes = Object.fromEntries(
  Object.entries(contract).map(([name, { input }]) => [
    name,
    input instanceof z.ZodUndefined ? null : (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Shape),
  ]),
) as Readonly<Record<CallName, Shape | null>>;

/** Whether a value matches a shape. */
export function conforms(shape: Shape | null, value: unknown): boolean {
  if (shape === null) return value === undefined;
  if (shape.anyOf !== undefined) return shape.anyOf.some((one) => conforms(one, value));
  if (shape.oneOf !== undefined) return shape.oneOf.filter((one) => conforms(one, value)).length === 1;
  if (shape.enum !== undefined) return shape.enum.includes(value);
  if ('const' in shape) return value === shape.const;
  switch (shape.type) {
    case 'null':
      return value === null;
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return Number.isSafeInteger(value) && isWithin(shape, value as number);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && isWithin(shape, value);
    case 'string':
      return typeof value === 'string' && isText(shape, value);
    case 'array':
      return Array.isArray(value) && isList(shape, value);
    case 'object':
      return isPlain(value) && isRecord(shape, value);
    default:
      throw new Error(`A shape of the contract is of an unknown type: ${JSON.stringify(shape)}.`);
  }
}

function isText({ minLength = 0, maxLength = Infinity, pattern = '' }: Shape, text: string): boolean {
  return text.length >= minLength && text.length <= maxLength && hasPattern(pattern, text);
}

/** JSON Schema reads patterns by the rules of Unicode: without them, `\p{C}` would mean the characters p, {, C and }. */
export function hasPattern(pattern: string, text: string): boolean {
  return new RegExp(pattern, 'u').test(text);
}

function isWithin({ minimum = -Infinity, maximum = Infinity }: Shape, value: number): boolean {
  return value >= minimum && value <= maximum;
}

function isList({ items, minItems = 0, maxItems = Infinity }: Shape, list: readonly unknown[]): boolean {
  return (
    list.length >= minItems && list.length <= maxItems && Array.from(list).every((item) => items === undefined || conforms(items, item))
  );
}

function isRecord({ properties = {}, required = [], additionalProperties, propertyNames }: Shape, value: object): boolean {
  const entries = Object.entries(value);
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    entries.every(([name, item]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (known !== undefined) return (item === undefined && !required.includes(name)) || conforms(known, item);
      if (additionalProperties === undefined || typeof additionalProperties === 'boolean') return additionalProperties !== false;
      return conforms(additionalProperties, item) && (propertyNames === undefined || conforms({ type: 'string', ...propertyNames }, name));
    })
  );
}

/** An object with a field `__proto__` is not plain: a map of any names does not accept it either. */
function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.prototype.toString.call(value) === '[object Object]' &&
    !Object.hasOwn(value, '__proto__')
  );
}
