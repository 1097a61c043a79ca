import type { ExportRequest } from '../shared/calls/export.ts';
import { AppError } from '../shared/errors.ts';
import { defaultRecipient } from '../shared/protection.ts';
import { isRecipient, type Anchor } from '../shared/protection-schemas.ts';
import type { Given } from './command.ts';

type Protection = NonNullable<ExportRequest['protection']>;

const anchors = 'first-record, baseline, reference or visit:NAME (such as visit:C1D1)';
/** What means nothing without --protect. */
const onlyProtected = ['recipient', 'anchor', 'preview'];

/** For whom an export is protected, and what its days are counted from; null without --protect, unless the `preset` says so. Throws USAGE. */
export function readProtection(given: Given, preset: Protection | null): Protection | null {
  if (given.flag('protect') || preset !== null) {
    const anchor = given.text('anchor');
    return {
      recipient: readRecipient(given.text('recipient') ?? preset?.recipient ?? defaultRecipient),
      anchor: anchor === null && preset !== null ? preset.anchor : readAnchor(anchor),
    };
  }
  const alone = onlyProtected.find((name) => given.flag(name));
  if (alone !== undefined) throw new AppError('USAGE', `"--${alone}" belongs to a protected export: add --protect.`);
  return null;
}

function readRecipient(text: string): string {
  const name = text.trim();
  if (!isRecipient(name)) throw new AppError('USAGE', '"--recipient" is a name of 1 to 80 characters on one line.');
  return name;
}

/** What days are counted from. Throws USAGE. */
export function readAnchor(text: string | null): Anchor {
  if (text === null || text === 'first-record') return { kind: 'first-record' };
  if (text === 'baseline' || text === 'reference') return { kind: text };
  const label = /^visit:(.{1,200})$/su.exec(text)?.[1];
  if (label === undefined) throw new AppError('USAGE', `"--anchor" is what days are counted from: ${anchors}.`);
  return { kind: 'visit', label };
}
