import { shortLabels } from '../../../shared/derive/visit-labels.ts';
import { textWidth } from '../../ui/format/text-width.ts';

/** The head of a visit, and how wide its column is, in pixels. */
export interface CoverageHead {
  readonly label: string;
  readonly width: number;
}

/** Characters of a head, on two lines. */
const longest = 22;
const font = { size: 12, weight: 500 } as const;
const beside = 8;
const narrowest = 62;

/** The heads of visits, each as narrow as two lines of its words allow. */
export function coverageHeads(visits: readonly string[]): readonly CoverageHead[] {
  const labels = shortLabels(visits, longest);
  return visits.map((visit) => {
    const label = labels.get(visit) ?? visit;
    return { label, width: Math.max(narrowest, Math.ceil(twoLines(label.split(' '))) + beside) };
  });
}

/** The width that words need on two lines at most. */
function twoLines(words: readonly string[]): number {
  const lines = (at: number): number => Math.max(textWidth(words.slice(0, at).join(' '), font), textWidth(words.slice(at).join(' '), font));
  return Math.min(...words.map((_, at) => lines(at)));
}
