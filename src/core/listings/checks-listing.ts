import { datasetNames, datasets } from '../../shared/datasets/datasets.ts';
import { inSnapshot } from '../query/snapshot.ts';
import { readRecordTitles } from '../views/record-titles.ts';
import { worked, type MakeListing } from './listing.ts';
import { formatCount, formatCountOf } from '../../shared/format-count.ts';

/** Every record that a check of the values found, check by check, with whether somebody has looked at it. */
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
      `${formatCount(open)} open, ${formatCount(found.length - open)} looked at.${subjects === null ? '' : ' What is of no subject is not among them.'}`,
    anchor: null,
  };
};

const columns = [
  worked('check', 'Check', 'What was looked for (docs/checks.md).', { width: 240 }),
  worked('severity', 'Severity', 'How much it matters: critical, major or minor.'),
  worked('dataset', 'Dataset', 'The dataset of the record.'),
  worked('subject', 'Subject', 'The subject that the record is of.', { sdtm: 'SUBJID' }),
  worked('record', 'Record', 'What the record says of itself.', { width: 300 }),
  worked('state', 'State', 'open, or looked at by somebody on this computer.'),
  worked('looked_at', 'Looked at', 'When it was looked at, in UTC; empty where it is open.', { kind: 'datetime', width: 180 }),
  worked('owner', 'Owner', 'Who sees to it, as somebody said on this computer.'),
  worked('source', 'Source of the rule', 'Where the rule comes from, where it says so.', { width: 200 }),
  worked('record_id', 'Record id', 'The identifier of the record as the service sent it.', { width: 240 }),
];
