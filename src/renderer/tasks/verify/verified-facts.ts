import { exportFormats } from '../../../shared/export-formats.ts';
import type { VerifiedFile } from '../../../shared/calls/verify.ts';
import { formatChoices, offeredAs } from '../../record/export/format-choices.ts';
import { formatCalendarDay, formatMoment } from '../../ui/format/dates.ts';
import { formatCountOf } from '../../ui/format/numbers.ts';
import { listed } from '../../ui/parts/as-of.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';

/** What the audit trail says of a file, line by line; nothing where it does not know it. */
export function factsOf({ verdict, known, datasets }: VerifiedFile): readonly (readonly [name: string, says: string])[] {
  if (known === null) return [];
  const made = `${formatMoment(known.at)}, by ${known.by}`;
  switch (known.what) {
    case 'export': {
      const names = datasets.length > 0 ? datasets.map(({ dataset }) => dataset) : known.dataset === null ? [] : [known.dataset];
      const from = names.length === 0 ? 'Several datasets' : listed(names.map((name) => datasetTitles[name]));
      return [
        ['Export of', `${from}, ${known.study}`],
        // What a changed file holds nobody knows.
        [verdict === 'changed' ? 'It held' : 'Holds', `${formatCountOf(known.rows, 'row')}, ${formatCountOf(known.columns, 'column')}`],
        ['Format', formatTitle(known.format)],
        ...(known.recipient === null ? [] : [['Pseudonyms for', known.recipient] as const]),
        ['Made', made],
      ];
    }
    case 'site-pack':
      return [
        ['Site pack of', known.study],
        ['Opens until', formatCalendarDay(known.expires)],
        [known.taken ? 'Taken in' : 'Made', made],
      ];
    case 'audit-trail':
      return [
        ['Audit trail', formatCountOf(known.entries, 'entry', 'entries')],
        ['Saved', made],
      ];
  }
}

/** As the export dialog has it; charts are saved where they stand. */
function formatTitle(name: string): string {
  if (name === 'png-chart') return 'Chart, as an image (PNG)';
  if (name === 'pdf-profile') return 'Profile of a subject (PDF)';
  if (name === 'svg-chart') return 'Chart, as a drawing (SVG)';
  const format = exportFormats.find((one) => one === name);
  return formatChoices.find((choice) => format !== undefined && choice.format === offeredAs(format))?.title ?? name;
}
