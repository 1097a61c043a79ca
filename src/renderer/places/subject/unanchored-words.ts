import type { DatasetName } from '../../../shared/datasets/declaration.ts';
import { notMirroredWords } from '../../ui/sync/not-mirrored.tsx';
import type { AnchorChoice } from '../../data/model/subject-view.ts';

/** Why dates are shown though days were asked for. */
export function unanchoredWords(choice: AnchorChoice, mirrored: readonly DatasetName[]): string {
  const unread = notMirroredWords(anchoredIn[choice.kind].filter((name) => !mirrored.includes(name)));
  const why =
    choice.kind === 'baseline' && unread !== null
      ? `The ${unread}, so no baseline assessment is known to count days from.`
      : `This subject has no ${anchorNoun(choice)}${unread === null ? '' : `, and the ${unread}`}, so there is nothing to count days from.`;
  return `${why} Dates are shown; another day 1 can be chosen above.`;
}

/** The datasets whose records can be the day 1 of a subject. */
const anchoredIn: Readonly<Record<AnchorChoice['kind'], readonly DatasetName[]>> = {
  baseline: ['responses'],
  'first-record': ['labs', 'vitals', 'responses'],
  reference: [],
  visit: ['labs', 'vitals'],
};

function anchorNoun(choice: AnchorChoice): string {
  switch (choice.kind) {
    case 'baseline':
      return 'baseline assessment with a usable date';
    case 'first-record':
      return 'result or assessment with a usable date';
    case 'reference':
      return 'imported reference date';
    case 'visit':
      return `results at ${choice.visit} with a usable date`;
  }
}
