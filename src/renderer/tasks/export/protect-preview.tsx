import { Skeleton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ExportPreview, ExportRequest } from '../../../shared/calls/export.ts';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { treatments, type Treatment } from '../../../shared/protection.ts';
import type { AllowedTexts } from '../../../shared/protection-schemas.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { Choice } from '../../ui/parts/controls.tsx';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { isLake, requestOf, type ExportOptions, type ExportSubject } from './export-options.ts';
import type { ProtectChoice } from './protect-options.ts';
import { ProtectTexts } from './protect-texts.tsx';
import { formatCountOf } from '../../../shared/format-count.ts';

type Part = ExportRequest['parts'][number];

interface Props {
  readonly subject: ExportSubject;
  readonly options: ExportOptions;
  readonly protect: ProtectChoice;
  readonly onAllowed: (allowed: AllowedTexts) => void;
}

/** Previews a protected export: the treatment of each column, and sample rows. */
export function ProtectPreview({ subject, options, protect, onAllowed }: Props): ReactNode {
  // A lake contains all columns of all datasets.
  const { parts } = requestOf(subject, isLake(subject, options) ? { ...options, lake: false, columns: 'all' } : options);
  const [chosen, setChosen] = useState<DatasetName | null>(null);
  const part = parts.find(({ selection }) => selection.dataset === chosen) ?? parts[0];
  if (part === undefined) return null;
  return (
    <div className="protect-part">
      <span className="medium">What leaves</span>
      {parts.length > 1 && (
        <Choice
          label="Dataset to look at"
          options={parts.map(({ selection: { dataset } }) => [dataset, datasetTitles[dataset]])}
          value={part.selection.dataset}
          onChange={setChosen}
        />
      )}
      <PartPreview study={subject.source.study} part={part} protect={protect} onAllowed={onAllowed} vocabulary={options.vocabulary} />
    </div>
  );
}

function PartPreview({
  study,
  part,
  protect: { anchor, allowed },
  onAllowed,
  vocabulary,
}: {
  readonly study: string;
  readonly part: Part;
  readonly protect: ProtectChoice;
  readonly onAllowed: Props['onAllowed'];
  readonly vocabulary: ExportRequest['vocabulary'];
}): ReactNode {
  const { data, error } = useCall('export.preview', { study, part, anchor, vocabulary });
  if (error !== null)
    return (
      <p className="small protect-problem" role="alert">
        {error.message}
      </p>
    );
  if (data === null) return <Skeleton height={296} />;
  return (
    <>
      <PreviewTable preview={data} />
      <p className="small t2">
        {countsOf(data)}. The ids shown here are placeholders for this preview.
        {data.undated > 0 &&
          ` ${formatCountOf(data.undated, 'subject')} of ${String(data.subjects)} ${data.undated === 1 ? 'has' : 'have'} no complete date between 1990 and the last sync to count days from; their days are left empty.`}
      </p>
      <ProtectTexts study={study} dataset={part.selection.dataset} preview={data} allowed={allowed} onAllowed={onAllowed} />
    </>
  );
}

function countsOf({ columns }: ExportPreview): string {
  return treatments
    .map((treatment) => [columns.filter((column) => column.treatment === treatment).length, treatment] as const)
    .filter(([count]) => count > 0)
    .map(([count, treatment]) => countWords[treatment](count))
    .join(' · ');
}

const countWords: Readonly<Record<Treatment, (count: number) => string>> = {
  kept: (count) => `${formatCountOf(count, 'column')} as ${count === 1 ? 'it is' : 'they are'}`,
  pseudonym: (count) => formatCountOf(count, 'pseudonym'),
  day: (count) => formatCountOf(count, 'day'),
  dropped: (count) => `${String(count)} ${count === 1 ? 'stays' : 'stay'} here`,
};
const words: Readonly<Record<Treatment, string>> = { kept: 'As it is', pseudonym: 'Pseudonym', day: 'Day', dropped: 'Stays here' };

/** Transposed: one line per column, so that all of them can be read, with the sample rows beside it. */
function PreviewTable({ preview: { columns, sample } }: { readonly preview: ExportPreview }): ReactNode {
  const leaving = columns.filter(({ treatment }) => treatment !== 'dropped');
  return (
    <div className="protect-table" role="region" aria-label="What leaves" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Leaves as</th>
            {sample.map((_row, at) => (
              <th key={at} scope="col">
                Row {at + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, heading, treatment, reason }) => (
            <tr key={name} data-treatment={treatment}>
              <th scope="row" title={heading}>
                {heading}
              </th>
              <td title={reason}>
                <span className="protect-as">{words[treatment]}</span>
                <span className="small t2">{reason}</span>
              </td>
              {sample.map((row, at) => (
                <td key={at} className="num protect-cell" title={row[leaving.findIndex((column) => column.name === name)] ?? ''}>
                  {treatment === 'dropped' ? '–' : row[leaving.findIndex((column) => column.name === name)]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
