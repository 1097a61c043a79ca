import type { ComponentType, ReactNode } from 'react';
import type { StudyCard } from '../../shared/contract.ts';
import { Choice } from '../parts/choice.tsx';
import { ChartTabs } from './charts-page.tsx';
import { AllResponses, SpiderTab, SwimmerTab, WaterfallTab } from './response-tabs.tsx';
import { ReconciliationTab } from '../reconciliation/reconciliation-tab.tsx';
import { ShiftTab } from '../results/shift-tab.tsx';
import { LiverTab } from '../results/liver-tab.tsx';
import { LabTrends, VitalTrends } from '../results/trends-tab.tsx';
import { useChartChoice } from './use-chart-choice.ts';

interface ChartTab {
  readonly name: string;
  readonly title: string;
  readonly Tab: ComponentType<{ readonly card: StudyCard }>;
}

/** All charts there are, in their order: a tab is a component that draws a `ChartsPage`, and a line here. */
const tabs: readonly [ChartTab, ...ChartTab[]] = [
  { name: 'responses', title: 'Response charts', Tab: AllResponses },
  { name: 'waterfall', title: 'Waterfall', Tab: WaterfallTab },
  { name: 'spider', title: 'Spider', Tab: SpiderTab },
  { name: 'swimmer', title: 'Swimmer', Tab: SwimmerTab },
  { name: 'reconciliation', title: 'Reconciliation', Tab: ReconciliationTab },
  { name: 'lab-trends', title: 'Lab trends', Tab: LabTrends },
  { name: 'vital-trends', title: 'Vital trends', Tab: VitalTrends },
  { name: 'shifts', title: 'Shifts', Tab: ShiftTab },
  { name: 'liver', title: 'Liver screen', Tab: LiverTab },
];
const titles = tabs.map(({ name, title }) => [name, title] as const);

/** The charts of a study, one tab at a time. */
export function ChartsPlace({ card }: { readonly card: StudyCard }): ReactNode {
  const [chosen, choose] = useChartChoice(card.study, 'tab', tabs[0].name);
  const { name, Tab } = tabs.find((tab) => tab.name === chosen) ?? tabs[0];
  return (
    <ChartTabs value={<Choice label="Chart" options={titles} value={name} onChange={choose} />}>
      <Tab card={card} />
    </ChartTabs>
  );
}
