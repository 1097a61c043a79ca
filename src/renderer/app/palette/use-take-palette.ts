import { chartChoice } from '../../places/charts/chart-tabs.ts';
import { useOpenRows } from '../../data/model/use-open-rows.ts';
import { useCommands } from '../../ui/keys/commands.tsx';
import { useExportListing } from '../../record/listings/export-listing-button.tsx';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { studyOf, studyPlace } from '../../data/model/place.ts';
import { useChangePreferences } from '../../ui/parts/use-change-preferences.ts';
import { useApplyView } from '../../record/saved/use-apply-view.ts';
import type { PaletteTake } from './palette-entry.ts';

/** Does what an entry of the palette stands for. */
export function useTakePalette(): (take: PaletteTake) => void {
  const change = useChangePreferences();
  const { chartChoices } = useModel();
  const { place, go } = usePlace();
  const { run } = useCommands();
  const apply = useApplyView();
  const here = studyOf(place) ?? '';
  const openRows = useOpenRows(here);
  const exportListing = useExportListing(here);
  const choose = (study: string, choices: Readonly<Record<string, string>>): void => {
    const named = Object.entries(choices).map(([name, value]) => [`${study}/${name}`, value] as const);
    chartChoices.update((all) => new Map([...all, ...named]));
    go(studyPlace(study, 'charts'));
  };
  return (take) => {
    switch (take.kind) {
      case 'go':
        go(take.place);
        break;
      case 'run':
        run(take.command);
        break;
      case 'view':
        apply(take.study, take.view);
        break;
      case 'prefer':
        change(take.change);
        break;
      case 'chart':
        choose(take.study, { [chartChoice]: take.chart });
        break;
      case 'listing':
        exportListing({ name: take.listing });
        break;
      case 'test':
        if (take.drawn)
          choose(take.study, {
            [chartChoice]: take.dataset === 'labs' ? 'lab-trends' : 'vital-trends',
            [`tests-${take.dataset}`]: take.test,
          });
        else openRows(take.dataset, [{ column: 'test', op: 'in', values: [take.test] }]);
    }
  };
}
