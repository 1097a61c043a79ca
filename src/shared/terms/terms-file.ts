import { z } from 'zod';
import { AppError } from '../errors.ts';
import { unitReading } from '../units/read-unit.ts';
import { formatProblem } from '../versioned-file.ts';
import { termsSchema, type Terms } from './terms-schema.ts';

/** Increased when the format changes so that files of earlier versions can no longer be read. */
const fileVersion = 1;
const fileFormat = 'carrel-tests-and-units';
/** Maximum number of characters in a file. */
export const largestTermsFile = 8_000_000;

const fileSchema = z.strictObject({ format: z.literal(fileFormat), formatVersion: z.literal(fileVersion), ...termsSchema.shape });

/** Writes the decisions as the text of a file that can be passed on: JSON with the name and version of its format. */
export function termsText({ system, ctcae, tests, units }: Terms): string {
  const file = { format: fileFormat, formatVersion: fileVersion, system, ctcae, tests: [...tests], units: [...units] } satisfies z.input<
    typeof fileSchema
  >;
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Reads the decisions from such a text. Throws USAGE with the reason if any part of it is invalid; nothing is used then. */
export function readTermsText(text: string): Terms {
  if (text.length > largestTermsFile) throw refused('it is too large for one');
  const read = fileSchema.safeParse(parse(text));
  if (!read.success) throw refused(formatProblem(read.error.issues[0], fileFormat, fileVersion));
  const { system, ctcae, tests, units } = read.data;
  const twice = repeated(tests.map(({ dataset, test, serviceCode }) => JSON.stringify([dataset, test, serviceCode])));
  if (twice !== null) throw refused(`tests.${String(twice)}: this test is decided on twice`);
  const unitTwice = repeated(units.map((unit) => unit.text));
  if (unitTwice !== null) throw refused(`units.${String(unitTwice)}: this unit is decided on twice`);
  const unread = units.findIndex(({ unit }) => unitReading(unit) === null);
  if (unread !== -1) throw refused(`units.${String(unread)}: the assigned unit is not a UCUM unit`);
  return { system, ctcae, tests, units };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused('it is not JSON');
  }
}

/** The index of the first repeated text. */
function repeated(texts: readonly string[]): number | null {
  const known = new Set<string>();
  const place = texts.findIndex((text) => known.size === known.add(text).size);
  return place === -1 ? null : place;
}

function refused(why: string): AppError {
  return new AppError('USAGE', `This is not a tests-and-units file: ${why}. Nothing was changed.`);
}
