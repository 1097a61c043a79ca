import type { ListingName } from '../../../shared/listings.ts';

interface ChartTab {
  readonly name: string;
  readonly title: string;
  /** Additional search terms. */
  readonly words: string;
  /** The listing that `ChartsPlace` exports for the tab; null if it has none. */
  readonly listing: ListingName | null;
}

/** All chart tabs, in display order. */
export const chartTabs = [
  { name: 'responses', title: 'Response charts', words: 'all RECIST tumour tumor', listing: 'response' },
  { name: 'waterfall', title: 'Waterfall', words: 'best change target sum response', listing: 'response' },
  { name: 'spider', title: 'Spider', words: 'target sum over time response', listing: 'response' },
  { name: 'swimmer', title: 'Swimmer', words: 'swim lanes follow-up duration response', listing: 'response' },
  {
    name: 'endpoints',
    title: 'Endpoints',
    words: 'ORR DCR best overall response confirmed Kaplan-Meier duration time to progression survival',
    listing: 'endpoints',
  },
  { name: 'reconciliation', title: 'Reconciliation', words: 'contradicts conclusions RECIST check', listing: 'reconciliation' },
  { name: 'lab-trends', title: 'Lab trends', words: 'laboratory results over time', listing: null },
  { name: 'vital-trends', title: 'Vital trends', words: 'vital signs over time blood pressure', listing: null },
  { name: 'shifts', title: 'Shifts', words: 'shift table baseline worst range', listing: 'shifts' },
  { name: 'grades', title: 'Grades', words: 'CTCAE toxicity worst grade anemia neutropenia adverse', listing: 'worst-grade' },
  { name: 'liver', title: 'Liver screen', words: "Hy's law eDISH DILI ALT AST bilirubin", listing: 'liver' },
  {
    name: 'sites',
    title: 'Sites',
    words: 'site center centre digit preference variance late corrections weekends central monitoring data quality',
    listing: 'site-looks',
  },
  { name: 'compare', title: 'Compare visits', words: 'two visits side by side change shift', listing: null },
] as const satisfies readonly ChartTab[];

export type ChartName = (typeof chartTabs)[number]['name'];

/** Name under which `useChartChoice` stores the chosen tab. */
export const chartChoice = 'tab';
