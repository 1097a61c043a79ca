import { datasetNames, datasets } from '../../shared/datasets/datasets.ts';
import { inSnapshot } from '../query/snapshot.ts';
import { readRecordTitles } from '../views/record-titles.ts';
import { worked, type MakeListing } from './listing.ts';
import { formatCount, formatCountOf } from '../../shared/format-count.ts';

/** Every record that a check of the values found, check by check, and whether it was looked at. */
export const checksListing: MakeListing = async ({ study, checks }, { subjects }) => {
  const { findings: found } = await checks.found(subjects);
  const titles = inSnapshot(
    study,
    () =>
      new Map(
        datasetNames.map((name) => [
          name,
          readRecordTitles(
            study,
            name,
            found.filter(({ dataset }) => dataset === name).map(({ key }) => key),
          ),
        ]),
      ),
  );
  const open = found.filter(({ looked }) => looked === null).length;
  return {
    columns,
    rows: found.map(({ title, severity, source, owner, dataset, key, subject, looked }) => [
      ...[title, severity, datasets[dataset].title, subject, titles.get(dataset)?.get(key) ?? null],
      ...[looked === null ? 'open' : 'looked at', looked?.at ?? null, owner, source === '' ? null : source, key],
    ]),
    says:
      `${formatCountOf(found.length, 'record')} found by ${formatCountOf(new Set(found.map(({ check }) => check)).size, 'check')}: ` +
      `${formatCount(open)} open, ${formatCount(found.length - open)} looked at.${subjects === null ? '' : ' Records without a subject are not included.'}`,
    anchor: null,
  };
};

const columns = [
  worked('check', 'Check', 'The check (docs/checks.md).', { width: 240 }),
  worked('severity', 'Severity', 'How much it matters: critical, major or minor.'),
  worked('dataset', 'Dataset', 'The dataset of the record.'),
  worked('subject', 'Subject', 'The subject of the record.', { sdtm: 'SUBJID' }),
  worked('record', 'Record', 'Summary of the record.', { width: 300 }),
  worked('state', 'State', 'open, or looked at on this computer.'),
  worked('looked_at', 'Looked at', 'When it was looked at, in UTC; empty if it is open.', { kind: 'datetime', width: 180 }),
  worked('owner', 'Owner', 'The owner, as entered on this computer.'),
  worked('source', 'Source of the rule', 'Where the rule comes from, if stated.', { width: 200 }),
  worked('record_id', 'Record id', 'The identifier of the record as the service sent it.', { width: 240 }),
];
