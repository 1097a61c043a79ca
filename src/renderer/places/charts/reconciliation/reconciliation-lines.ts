import type { Reconciled, Reconciliation } from '../../../../shared/derive/reconciliation.ts';
import type { Outcome } from '../../../../shared/derive/recist-check.ts';
import { signed } from '../../../record/figures/response-words.ts';
import { formatCount, formatCountOf } from '../../../../shared/format-count.ts';

/** Filter of the table: all lines, one outcome, lines not compared, or lines whose sent changes differ from the sums. */
export type Shown = 'all' | Outcome | 'not-compared' | 'other-changes';

export const outcomeWords: Readonly<Record<Outcome | 'not-compared', string>> = {
  agrees: 'Agrees',
  'not-explained': 'Not explained by sum',
  contradicts: 'Contradicts',
  'not-compared': 'Not compared',
};

/** The filters with the number of lines each shows. Empty ones are omitted, except `all` and the three outcomes. */
export function choicesOf({ lines, outcomes, notCompared }: Reconciliation): readonly (readonly [Shown, string])[] {
  const differing = lines.filter(differs).length;
  const choice = (shown: Shown, words: string, count: number): readonly [Shown, string] => [shown, `${words} ${formatCount(count)}`];
  return [
    choice('all', 'All', lines.length),
    choice('contradicts', outcomeWords.contradicts, outcomes.contradicts),
    choice('not-explained', outcomeWords['not-explained'], outcomes['not-explained']),
    choice('agrees', outcomeWords.agrees, outcomes.agrees),
    ...(notCompared === 0 ? [] : [choice('not-compared', outcomeWords['not-compared'], notCompared)]),
    ...(differing === 0 ? [] : [choice('other-changes', 'Sent changes differ', differing)]),
  ];
}

export function linesShown(lines: readonly Reconciled[], shown: Shown): readonly Reconciled[] {
  switch (shown) {
    case 'all':
      return lines;
    case 'not-compared':
      return lines.filter(({ checked }) => checked.outcome === null);
    case 'other-changes':
      return lines.filter(differs);
    case 'agrees':
    case 'not-explained':
    case 'contradicts':
      return lines.filter(({ checked }) => checked.outcome === shown);
  }
}

function differs({ checked }: Reconciled): boolean {
  return checked.changes.some(({ isSame }) => isSame === false);
}

/** "96 of 101 compared conclusions agree with the target sum, 4 are not explained by it, 1 contradicts it. …". */
export function reconciliationSentence({ lines, outcomes, notCompared, otherChanges }: Reconciliation): string {
  if (lines.length === 0) return 'There are no assessments.';
  const compared = lines.length - notCompared;
  const { agrees, contradicts } = outcomes;
  const unexplained = outcomes['not-explained'];
  const first =
    compared === 0
      ? 'No conclusion could be compared with a target sum'
      : `${formatCount(agrees)} of ${formatCountOf(compared, 'compared conclusion')} ${agrees === 1 ? 'agrees' : 'agree'} with the target sum, ` +
        `${formatCount(unexplained)} ${unexplained === 1 ? 'is' : 'are'} not explained by it, ${formatCount(contradicts)} ${contradicts === 1 ? 'contradicts' : 'contradict'} it`;
  return [`${first}.`, ...changesSentences(lines, otherChanges)].join(' ');
}

/** What was found about the changes sent after a baseline. Without a sum to compare with, a change is neither right nor wrong. */
function changesSentences(lines: readonly Reconciled[], otherChanges: number): readonly string[] {
  const after = lines.filter(({ course }) => !course.assessment.isBaseline);
  const sent = after.flatMap(({ checked }) => checked.changes.filter((change) => change.sent !== null));
  const uncompared = sent.filter(({ isSame }) => isSame === null).length;
  if (sent.length === 0) return ['The service sent no changes after a baseline.'];
  if (uncompared === sent.length) return ['No change that the service sent could be compared with the sums.'];
  const compared =
    otherChanges > 0
      ? `${formatCountOf(otherChanges, 'sent change')} of ${formatCountOf(lines.filter(differs).length, 'assessment')} ${otherChanges === 1 ? 'differs' : 'differ'} from the sums.`
      : uncompared > 0
        ? 'All other changes sent by the service match the sums.'
        : 'All changes sent by the service match the sums.';
  return uncompared === 0 ? [compared] : [`${formatCountOf(uncompared, 'sent change')} could not be compared.`, compared];
}

/** A signed number of millimetres with one decimal: "−12.5 mm". */
export function millimetres(mm: number): string {
  return `${signed(mm, 1)} mm`;
}

/** A target sum with at least one decimal, never rounded: "84.0", "12.12". */
export function sumWords(sum: number): string {
  return Number(sum.toFixed(1)) === sum ? sum.toFixed(1) : String(sum);
}
