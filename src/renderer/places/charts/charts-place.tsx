import type { ComponentType, ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { listings, type ListingName, type ListingOption } from '../../../shared/listings.ts';
import { Choice } from '../../ui/parts/controls.tsx';
import { ReconciliationTab } from './reconciliation/reconciliation.tsx';
import { ExportListingButton } from '../../record/listings/listing-files.tsx';
import { anchorIn } from './results/anchors.tsx';
import { useChartChoice } from '../../data/model/chart-choices.ts';
import { EndpointsTab } from './endpoints/endpoints-tab.tsx';
import { CompareTab } from './compare/compare-tab.tsx';
import { ChartTabs } from './charts-page.tsx';
import { AllResponses, SpiderTab, SwimmerTab, WaterfallTab } from './response-tabs.tsx';
import { ShiftTab } from './results/shift-tab.tsx';
import { GradesTab } from './results/grades-tab.tsx';
import { SitesTab } from './sites/sites-tab.tsx';
import { LiverTab } from './results/liver-tab.tsx';
import { LabTrends, VitalTrends } from './results/trends-tab.tsx';
import { chartChoice, chartTabs, type ChartName } from './chart-tabs.ts';

/** To add a tab, write a component that renders a `ChartsPage`, register it here, and name it in `chart-tabs`. */
const drawn: Readonly<Record<ChartName, ComponentType<{ readonly card: StudyCard }>>> = {
  responses: AllResponses,
  waterfall: WaterfallTab,
  spider: SpiderTab,
  swimmer: SwimmerTab,
  endpoints: EndpointsTab,
  reconciliation: ReconciliationTab,
  'lab-trends': LabTrends,
  'vital-trends': VitalTrends,
  shifts: ShiftTab,
  grades: GradesTab,
  liver: LiverTab,
  sites: SitesTab,
  compare: CompareTab,
};
const titles = chartTabs.map(({ name, title }) => [name, title] as const);

function takesAnchor(listing: ListingName): boolean {
  const options: readonly ListingOption[] = listings[listing].options;
  return options.includes('anchor');
}

/** The charts of a study, one tab at a time. */
export function ChartsPlace({ card }: { readonly card: StudyCard }): ReactNode {
  const [chosen, choose] = useChartChoice<ChartName>(card.study, chartChoice, chartTabs[0].name);
  const [kept] = useChartChoice<string>(card.study, 'anchor', '');
  const { name, listing } = chartTabs.find((tab) => tab.name === chosen) ?? chartTabs[0];
  const anchor = anchorIn(kept);
  const Tab = drawn[name];
  return (
    <ChartTabs
      value={
        <>
          <Choice label="Chart" options={titles} value={name} onChange={choose} />
          {listing !== null && (
            <ExportListingButton
              study={card.study}
              asked={{ name: listing, ...(takesAnchor(listing) && anchor !== null ? { anchor } : {}) }}
            />
          )}
        </>
      }
    >
      <Tab card={card} />
    </ChartTabs>
  );
}
