import { errnoOf } from '../core/platform/errno.ts';
import { readFileOrPipe } from '../core/platform/files.ts';
import type { ExportRequest } from '../shared/calls/export.ts';
import { datasetNames, columnOf, datasets } from '../shared/datasets/datasets.ts';
import { AppError } from '../shared/errors.ts';
import { defaultRecipient, isChecked } from '../shared/protection.ts';
import { allowedTextsSchema, isRecipient, type AllowedTexts, type Anchor } from '../shared/protection-schemas.ts';
import type { Given } from './command.ts';

type Protection = NonNullable<ExportRequest['protection']>;

const anchors = 'first-record, baseline, reference or visit:NAME (such as visit:C1D1)';
/** Options that apply only with --protect. */
const onlyProtected = ['recipient', 'anchor', 'preview', 'allow'];

/** The recipient and anchor of a protected export; null without --protect, unless the preset is protected. Throws USAGE. */
export function readProtection(given: Given, preset: Protection | null): Protection | null {
  if (given.flag('protect') || preset !== null) {
    const anchor = given.text('anchor');
    return {
      recipient: readRecipient(given.text('recipient') ?? preset?.recipient ?? defaultRecipient),
      anchor: anchor === null && preset !== null ? preset.anchor : readAnchor(anchor),
    };
  }
  const alone = onlyProtected.find((name) => given.flag(name));
  if (alone !== undefined) throw new AppError('USAGE', `"--${alone}" is only for protected exports: add --protect.`);
  return null;
}

/** A larger file is not a list of texts. */
const largestAllow = 4 * 1024 * 1024;

/**
 * The texts released by a person: lines with `labs.visit`, a tab and the text; lines that start with `#` are comments. Throws USAGE naming
 * the line but not its text.
 */
export function readAllowed(path: string | null): AllowedTexts {
  if (path === null) return [];
  const allowed = new Map<string, AllowedTexts[number]>();
  for (const [at, line] of readLines(path).entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [, dataset, column = '', text] = /^(\w+)\.(\w+)\t(.+)$/u.exec(line) ?? [];
    const named = datasetNames.find((name) => name === dataset);
    const found = named === undefined ? undefined : columnOf(datasets[named], column);
    if (named === undefined || text === undefined || found === undefined || !isChecked(found))
      throw new AppError(
        'USAGE',
        `Line ${String(at + 1)} of the "--allow" file is not in the form dataset.column, a tab and a text, such as "labs.visit", a tab and "AMBUL ECG". The column must be one whose texts are released one by one.`,
      );
    const before = allowed.get(`${named}.${column}`);
    allowed.set(`${named}.${column}`, { dataset: named, column, texts: [...(before?.texts ?? []), text] });
  }
  const read = allowedTextsSchema.safeParse([...allowed.values()]);
  if (!read.success) throw new AppError('USAGE', 'The "--allow" file names too many texts, or texts of more than 4,096 characters.');
  return read.data;
}

function readLines(path: string): readonly string[] {
  try {
    return readFileOrPipe(path, largestAllow)
      .replace(/^\ufeff/, '')
      .split(/\r?\n/);
  } catch (error: unknown) {
    const why = errnoOf(error) === 'EFBIG' ? 'is larger than 4 MB' : 'cannot be read';
    throw new AppError('USAGE', `The "--allow" file ${why}.`, error);
  }
}

function readRecipient(text: string): string {
  const name = text.trim();
  if (!isRecipient(name)) throw new AppError('USAGE', '"--recipient" must be a name of 1 to 80 characters on one line.');
  return name;
}

/** The anchor of the days. Throws USAGE. */
export function readAnchor(text: string | null): Anchor {
  if (text === null || text === 'first-record') return { kind: 'first-record' };
  if (text === 'baseline' || text === 'reference') return { kind: text };
  const label = /^visit:(.{1,200})$/su.exec(text)?.[1];
  if (label === undefined) throw new AppError('USAGE', `"--anchor" must be one of: ${anchors}.`);
  return { kind: 'visit', label };
}
