import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ExportPreview } from '../../../shared/calls/export.ts';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import type { AllowedTexts } from '../../../shared/protection-schemas.ts';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { isAllowed, withAllowed } from './protect-options.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';
import { severalDatasets } from '../../ui/parts/dataset-titles.ts';

interface Props {
  readonly study: string;
  readonly dataset: DatasetName;
  readonly preview: Pick<ExportPreview, 'texts' | 'textCounts'>;
  readonly allowed: AllowedTexts;
  readonly onAllowed: (allowed: AllowedTexts) => void;
}

/**
 * Texts that are withheld by default, for review. Texts shared by many subjects come first, because they are likely to be from the study's
 * own lists.
 */
export function ProtectTexts({ study, dataset, preview: { texts, textCounts }, allowed, onAllowed }: Props): ReactNode {
  const shared = texts.filter(({ verdict }) => verdict === 'shared');
  const waiting = [...shared, ...texts.filter(({ verdict }) => verdict === 'unseen')];
  const telling = texts.filter(({ verdict }) => verdict === 'tells');
  const change = (some: readonly Text[], leave: boolean): void => {
    onAllowed(withAllowed(allowed, dataset, some, leave));
  };
  const seen = waiting.filter((one) => isAllowed(allowed, dataset, one)).length;
  return (
    <div className="protect-part" data-study={study}>
      <span className="medium">Texts</span>
      <p className="small t2">
        {formatCountOf(textCounts.leave, 'different text leaves', 'different texts leave')}
        {textCounts.unseen > 0 &&
          `, ${formatCount(textCounts.unseen)} ${textCounts.unseen === 1 ? 'stays' : 'stay'} here until you let ${textCounts.unseen === 1 ? 'it' : 'them'} leave`}
        {textCounts.tells > 0 &&
          `, ${formatCount(textCounts.tells)} may name somebody or a date and ${textCounts.tells === 1 ? 'stays' : 'stay'} here`}
        .
      </p>
      {waiting.length > 0 && (
        <>
          {waiting.length > 1 && (
            <div className="row">
              <ReasonButton
                size="xs"
                onClick={() => {
                  change(waiting, true);
                }}
                reason={seen === waiting.length ? 'All of these are already released.' : null}
              >
                Let all {formatCount(waiting.length)} leave
              </ReasonButton>
              {shared.length > 0 && shared.length < waiting.length && (
                <ReasonButton
                  size="xs"
                  variant="default"
                  onClick={() => {
                    change(shared, true);
                  }}
                  reason={shared.every((one) => isAllowed(allowed, dataset, one)) ? 'All of these are already released.' : null}
                >
                  Let the {formatCount(shared.length)} that five subjects or more share leave
                </ReasonButton>
              )}
              <ReasonButton
                size="xs"
                variant="subtle"
                onClick={() => {
                  change(waiting, false);
                }}
                reason={seen === 0 ? 'None of these is released.' : null}
              >
                Let none leave
              </ReasonButton>
            </div>
          )}
          <TextTable
            label="Texts that stay here until you let them leave"
            texts={waiting}
            box={(one) => (
              <Checkbox
                aria-label={`Let “${one.text}” of ${one.heading} leave`}
                checked={isAllowed(allowed, dataset, one)}
                onChange={(event) => {
                  change([one], event.currentTarget.checked);
                }}
              />
            )}
          />
        </>
      )}
      {telling.length > 0 && <Folded says="may contain a name or a date and are withheld" texts={telling} />}
    </div>
  );
}

type Text = ExportPreview['texts'][number];

function Folded({ says, texts }: { readonly says: string; readonly texts: readonly Text[] }): ReactNode {
  return (
    <details className="small">
      <summary>
        {formatCountOf(texts.length, 'text')} that {says}
      </summary>
      <TextTable label={`Texts that ${says}`} texts={texts} />
    </details>
  );
}

function TextTable({
  label,
  texts,
  box,
}: {
  readonly label: string;
  readonly texts: readonly Text[];
  readonly box?: (text: Text) => ReactNode;
}): ReactNode {
  return (
    <div className="protect-texts" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {box !== undefined && <th scope="col">Leaves</th>}
            <th scope="col">Column</th>
            <th scope="col">Text</th>
            <th scope="col" className="right">
              Records
            </th>
          </tr>
        </thead>
        <tbody>
          {texts.map((one) => (
            <tr key={`${one.column} ${one.text}`} data-record={severalDatasets}>
              {box !== undefined && <td>{box(one)}</td>}
              <td className="t2">{one.heading}</td>
              <td className="selectable">{one.text}</td>
              <td className="num right">{formatCount(one.records)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
