import type { Change } from '../../shared/contract.ts';
import { datasetNames, columnOf, datasets } from '../../shared/datasets/datasets.ts';
import type { CellValue } from '../../shared/datasets/declaration.ts';
import { assertGeneration, listChanges } from '../query/changes.ts';
import { inSnapshot } from '../query/snapshot.ts';
import { readRecordTitles } from '../views/record-titles.ts';
import { worked, workedNumber, type ListingCell, type MakeListing } from './listing.ts';
import { formatCountOf } from '../../shared/format-count.ts';

const atOnce = 1000;

/** The ledger after a generation: one row per changed field, and one for each record that is new or vanished. */
export const changesListing: MakeListing = ({ study }, { subjects, dataset = null, since = 0 }) =>
  Promise.resolve(
    inSnapshot(study, () => {
      assertGeneration(study, since);
      const changes: Change[] = [];
      let counts = { new: 0, changed: 0, vanished: 0 };
      for (let offset = 0, more = true; more; offset += atOnce) {
        const page = listChanges(study, {
          dataset,
          since,
          kind: null,
          subjects: subjects === null ? null : [...subjects],
          offset,
          limit: atOnce,
        });
        for (const change of page.changes) changes.push(change);
        counts = page.counts;
        more = page.changes.length === atOnce;
      }
      const titles = new Map(
        datasetNames.map((name) => [
          name,
          readRecordTitles(
            study,
            name,
            changes.filter((change) => change.dataset === name && change.kind !== 'vanished').map(({ key }) => key),
          ),
        ]),
      );
      return {
        columns,
        rows: changes.flatMap((change) => rowsOf(change, titles.get(change.dataset)?.get(change.key) ?? null)),
        says:
          `After generation ${String(since)}: ${formatCountOf(counts.new, 'new record')}, ${formatCountOf(counts.changed, 'changed record')} and ${formatCountOf(counts.vanished, 'vanished record')}` +
          `${dataset === null ? '' : ` of ${datasets[dataset].title}`}. A changed record has one row per changed field.`,
        anchor: null,
      };
    }),
  );

function rowsOf(
  { subject, dataset, key, kind, generation, at, fields }: Change,
  title: string | null,
): readonly (readonly ListingCell[])[] {
  const own = [subject, datasets[dataset].title, kind, title];
  const when = [generation, at, key];
  if (kind !== 'changed' || fields.length === 0) return [[...own, null, null, null, ...when]];
  return fields.map(({ column, before, after }) => [
    ...own,
    ...[columnOf(datasets[dataset], column)?.plain ?? column, textOf(before), textOf(after)],
    ...when,
  ]);
}

function textOf(cell: CellValue): string | null {
  if (cell === null) return null;
  return typeof cell === 'object' ? cell.join('; ') : String(cell);
}

const columns = [
  worked('subject', 'Subject', 'The subject of the record.', { sdtm: 'SUBJID' }),
  worked('dataset', 'Dataset', 'The dataset of the record.'),
  worked('kind', 'Change', 'new, changed or vanished.'),
  worked('record', 'Record', 'Summary of the record now; empty if it has vanished.', { width: 280 }),
  worked('field', 'Field', 'The field that changed; empty if the whole record is new or vanished.', { width: 160 }),
  worked('before', 'Before', 'The value before.', { width: 160 }),
  worked('after', 'After', 'The value after.', { width: 160 }),
  workedNumber('generation', 'Generation', 'The pass that brought it.'),
  worked('at', 'Noticed', 'When that pass was complete, in UTC.', { kind: 'datetime', width: 180 }),
  worked('record_id', 'Record id', 'The identifier of the record as the service sent it.', { width: 240 }),
];
