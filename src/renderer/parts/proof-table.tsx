import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DatasetStatus, StudyStatus } from '../../shared/status.ts';
import { formatShortMoment } from '../format/dates.ts';
import { formatCount } from '../format/numbers.ts';
import { addsUp } from './as-of.ts';
import { CopyButton } from './copy-button.tsx';
import { datasetTitles } from './dataset-titles.ts';
import { Glyph } from './icon.tsx';

/** What was checked, a line a dataset: pages, records, the total that the service named, and the second look. */
export function ProofTable({ status }: { readonly status: StudyStatus }): ReactNode {
  const errors = status.datasets.filter((dataset) => dataset.error !== null);
  return (
    <section className="proof" tabIndex={-1} data-autofocus>
      <header className="proof-head">
        <h3>Proof of {status.study}</h3>
        <CopyButton text={JSON.stringify(status, null, 2)} label="Copy" />
      </header>
      <p className="small t2">
        A pass counts as complete when its pages add up to the total that the service named, before and after, and a second look found the
        first and last page unchanged.
      </p>
      <table className="proof-table small num">
        <thead>
          <tr>
            <th>Dataset</th>
            <th>As of</th>
            <th className="right">Pages</th>
            <th className="right">Records</th>
            <th className="right">Total named</th>
            <th>Second look</th>
            <th>Digest</th>
          </tr>
        </thead>
        <tbody>
          {status.datasets.map((dataset) => (
            <ProofLine key={dataset.dataset} dataset={dataset} />
          ))}
        </tbody>
      </table>
      {errors.map((dataset) => (
        <p key={dataset.dataset} className="note note-warn proof-note">
          <Glyph of={IconAlertTriangle} />
          <span className="selectable">
            <b>{datasetTitles[dataset.dataset]}:</b> {dataset.error?.message}
          </span>
        </p>
      ))}
    </section>
  );
}

function ProofLine({ dataset }: { readonly dataset: DatasetStatus }): ReactNode {
  const { proof } = dataset;
  if (proof === null) {
    return (
      <tr>
        <th scope="row">{datasetTitles[dataset.dataset]}</th>
        <td colSpan={6} className="t3">
          never completed
        </td>
      </tr>
    );
  }
  return (
    <tr>
      <th scope="row">{datasetTitles[dataset.dataset]}</th>
      <td>{dataset.asOf === null ? '' : formatShortMoment(dataset.asOf)}</td>
      <td className="right">{formatCount(proof.pages)}</td>
      <td className="right">{formatCount(proof.distinct)}</td>
      <td className="right">
        <span className="row proof-check">
          {proof.totalAtEnd === null ? 'not named' : formatCount(proof.totalAtEnd)}
          <Glyph of={addsUp(dataset) ? IconCheck : IconMinus} size={14} />
        </span>
      </td>
      <td>{proof.secondLook ? 'unchanged' : 'not taken'}</td>
      <td className="mono" title={proof.digest}>
        {proof.digest.slice(0, 8)}
      </td>
    </tr>
  );
}
