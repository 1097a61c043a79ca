import type { Fault, Strike } from './fault.ts';

type Field = Exclude<keyof Fault, 'alter'>;
type Holds = (value: unknown) => boolean;

const isText: Holds = (value) => typeof value === 'string';
const isCount: Holds = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const oneOf =
  (...known: readonly string[]): Holds =>
  (value) =>
    known.includes(value as string);
const listOf =
  (item: Holds): Holds =>
  (value) =>
    Array.isArray(value) && value.every(item);
const pairOf =
  (first: Holds, second: Holds): Holds =>
  (value) =>
    Array.isArray(value) && value.length === 2 && first(value[0]) && second(value[1]);
const orNull =
  (holds: Holds): Holds =>
  (value) =>
    value === null || holds(value);

const CHECKS: Readonly<Record<Field, Holds>> = {
  where: oneOf('token', 'subjects', 'medications', 'labs', 'vitals', 'responses', 'data', 'all'),
  study: isText,
  pages: listOf(isCount),
  attempts: pairOf(isCount, orNull(isCount)),
  withToken: isCount,
  times: isCount,
  delay: isCount,
  revision: isCount,
  lifetime: isCount,
  page: isCount,
  edit: listOf(pairOf(isText, orNull(isText))),
  links: listOf(pairOf(isText, orNull(isText))),
  replace: listOf(pairOf(isPattern, isText)),
  body: (value) => isText(value) || (isObject(value) && isText(value['base64'])),
  status: (value) => isCount(value) && Number(value) >= 200 && Number(value) <= 999,
  headers: (value) => isObject(value) && Object.values(value).every(orNull(isText)),
  packed: oneOf('gzip', 'damaged', 'twice'),
  framing: oneOf('length', 'chunked', 'close'),
  length: isCount,
  informational: isCount,
  raw: isText,
  endless: oneOf('headers', 'body'),
  pace: (value) => isObject(value) && isCount(value['bytes']) && Number(value['bytes']) > 0 && isCount(value['every']),
  stop: (value) => isObject(value) && isPlace(value['at']) && oneOf('close', 'reset', 'silence')(value['how']),
};

/** Reads a list of faults as JSON; a text says what is wrong with it. */
export function parseFaults(text: string): readonly Fault[] | string {
  const list = parse(text);
  if (!Array.isArray(list)) return 'A list of faults is a JSON array of objects.';
  for (const [at, fault] of list.entries()) {
    if (!isObject(fault)) return `Fault ${at + 1} is not an object.`;
    const wrong = Object.entries(fault).find(([name, value]) => !(Object.hasOwn(CHECKS, name) && CHECKS[name as Field](value)));
    if (wrong !== undefined)
      return `Fault ${at + 1} has a field that is not known or cannot be read: ${wrong[0]}. Known: ${Object.keys(CHECKS).join(', ')}.`;
  }
  return list as readonly Fault[];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && new RegExp(value, 'g').global;
  } catch {
    return false;
  }
}

function isPlace(at: unknown): at is NonNullable<Strike['stop']>['at'] {
  return at === 'start' || at === 'head' || (typeof at === 'number' && at >= 0 && at <= 1);
}
