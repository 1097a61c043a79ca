import { formatMoment } from '../../ui/format/dates.ts';
import type { Check, CheckState, Readiness } from './readiness.ts';

export const stateWords: Readonly<Record<CheckState, string>> = { ready: 'Ready', attention: 'Attention', 'not ready': 'Not ready' };

/** The answer in one sentence. */
export const verdicts: Readonly<Record<CheckState, string>> = {
  ready: 'Ready for offline',
  attention: 'Ready, with something to look at',
  'not ready': 'Not ready for offline',
};

/** The checks as plain text, for a file or a mail: study numbers and moments, no value of a record. */
export function reportText({ state, studies, computer }: Readiness, at: Date): string {
  const lines = (title: string, checks: readonly Check[]): readonly string[] =>
    checks.length === 0 ? [] : ['', title, ...checks.map((check) => `[${stateWords[check.state]}] ${check.title}: ${check.says}`)];
  return [
    `Carrel, ${formatMoment(at.toISOString())}: ${verdicts[state]}`,
    ...lines('Studies', studies),
    ...lines('This computer', computer),
    '',
  ].join('\n');
}
