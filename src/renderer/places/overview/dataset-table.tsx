import type { ReactNode } from 'react';
import type { Output, StudyCard } from '../../../shared/contract.ts';
import { datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { historyStarts } from '../../../shared/derive/plausible-date.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { wordsOfUse } from '../../record/subjects/use-these-subjects.tsx';
import { usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { useOpenRows } from '../../data/model/use-open-rows.ts';
import { shownRecords } from '../../data/model/studies-state.ts';
import { datasetIcons, Glyph } from '../../ui/parts/icon.tsx';
import { useKeepWithout } from './waiting-list.tsx';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

interface Props {
  readonly card: StudyCard;
  /** Null while loading. */
  readonly overview: Output<'overview.read'> | null;
}

/** Records, subjects, dates, last pass and proof of each dataset. */
export function DatasetTable({ card, overview }: Props): ReactNode {
  return (
    <div className="dataset-box">
      <table className="dataset-table">
        <thead>
          <tr>
            <th scope="col">Dataset</th>
            <th scope="col" className="right">
              Records
            </th>
            <th scope="col">Subjects with data</th>
            <th scope="col" className="right">
              Without
            </th>
            <th scope="col">First date</th>
            <th scope="col">Last date</th>
            <th scope="col">Last complete pass</th>
            <th scope="col">Proof</th>
          </tr>
        </thead>
        <tbody>
          {datasetNames.map((name) => (
            <DatasetLine key={name} name={name} card={card} overview={overview} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DatasetLine({ name, card, overview }: Props & { readonly name: DatasetName }): ReactNode {
  const { go } = usePlace();
  const keepWithout = useKeepWithout(card.study);
  const openRows = useOpenRows(card.study);
  const status = card.status.datasets.find(({ dataset }) => dataset === name);
  const known = overview?.datasets.find(({ dataset }) => dataset === name) ?? null;
  const all = overview?.subjects ?? 0;
  const without = known === null ? 0 : all - known.subjects;
  const mirrored = status !== undefined && status.asOf !== null;
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className="bare-link row"
          onClick={() => {
            go(studyPlace(card.study, name));
          }}
        >
          <Glyph of={datasetIcons[name]} size={14} />
          {datasetTitles[name]}
        </button>
      </th>
      <td className="right medium num">{mirrored ? formatCount(shownRecords(card, name)) : '–'}</td>
      <td>{known !== null && mirrored && <SubjectBar subjects={known.subjects} of={all} />}</td>
      <td className="right num">
        {known === null || !mirrored ? (
          <span className="t3">–</span>
        ) : without === 0 ? (
          <span className="t3">none</span>
        ) : (
          <button
            type="button"
            className="link"
            title={wordsOfUse(without)}
            onClick={() => {
              keepWithout(name);
            }}
          >
            {formatCount(without)}
          </button>
        )}
      </td>
      <td className="t2 num">
        {known?.first?.slice(0, 10) ?? '–'}
        {known !== null && known.history > 0 && (
          <>
            {' '}
            <button
              type="button"
              className="link"
              title="Medications started before 1990 do not count for the first date and are not an issue"
              onClick={() => {
                openRows(name, historyStarts);
              }}
            >
              {formatCount(known.history)} before 1990
            </button>
          </>
        )}
      </td>
      <td className="t2 num">
        {known?.last?.slice(0, 10) ?? '–'}
        {known !== null && known.implausible > 0 && (
          <>
            {' '}
            <button
              type="button"
              className="link"
              title="Dates before 1990 or after the pass do not count as first or last date; see Issues"
              onClick={() => {
                go(studyPlace(card.study, 'issues'));
              }}
            >
              {formatCountOf(known.implausible, 'implausible date')}
            </button>
          </>
        )}
      </td>
      <td className="t2 num">{mirrored && status.asOf !== null ? formatMoment(status.asOf) : 'never'}</td>
      <td className="t2">
        {mirrored ? `${formatCountOf(status.pages, 'page')}, ${formatCountOf(status.records, 'record')}` : 'not mirrored yet'}
      </td>
    </tr>
  );
}

function SubjectBar({ subjects, of }: { readonly subjects: number; readonly of: number }): ReactNode {
  return (
    <span className="subject-bar">
      <span className="num">{formatCount(subjects)}</span>
      <span className="subject-bar-line" aria-hidden>
        <i style={{ width: `${String(of === 0 ? 0 : (100 * subjects) / of)}%` }} />
      </span>
    </span>
  );
}
