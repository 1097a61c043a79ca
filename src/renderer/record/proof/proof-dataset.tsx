import { IconAlertTriangle, IconChevronRight, IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DatasetStatus, Drift } from '../../../shared/status.ts';
import { formatShortMoment } from '../../ui/format/dates.ts';
import { describePendingReview } from '../pending-review/pending-review-words.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { addsUp } from '../../ui/parts/as-of.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { Glyph, ProofIcon } from '../../ui/parts/icon.tsx';
import { Fact, ProofGroup } from './proof-group.tsx';
import { factsOf, remarksOf, summaryOf } from './proof-words.ts';
import { formatCount } from '../../../shared/format-count.ts';

interface ProofDatasetProps {
  readonly study: string;
  readonly dataset: DatasetStatus;
  readonly open: boolean;
  /** Called before navigating to another place. */
  readonly onLeave: () => void;
}

/** A dataset's state in one line, which expands to everything that was checked. */
export function ProofDataset({ study, dataset, open, onLeave }: ProofDatasetProps): ReactNode {
  const { asOf, proof } = dataset;
  return (
    <details className="proof-dataset" open={open}>
      <summary>
        <Glyph of={IconChevronRight} size={14} className="proof-chevron" />
        <Standing dataset={dataset} />
        <span className="proof-name">{datasetTitles[dataset.dataset]}</span>
        <span className="proof-summary num">{summaryOf(dataset)}</span>
        <span className="proof-remarks">
          {remarksOf(dataset).map((remark) => (
            <span key={remark} className="proof-remark">
              {remark}
            </span>
          ))}
        </span>
        {asOf !== null && <span className="proof-as-of num">{formatShortMoment(asOf)}</span>}
      </summary>
      <div className="proof-details selectable">
        <Question study={study} dataset={dataset} onLeave={onLeave} />
        {proof === null ? (
          <p className="small t2">No pass of this dataset has been proven yet, so no records are shown.</p>
        ) : (
          <>
            <dl className="proof-facts">
              {factsOf(dataset).map(({ name, says, good }) => (
                <Fact key={name} name={name} good={good}>
                  {says}
                </Fact>
              ))}
              <ProofGroup study={study} dataset={dataset} onLeave={onLeave} />
              <Fact name="Fingerprint" good={null}>
                <span className="mono proof-digest">{proof.digest}</span>
                <span className="small t3 proof-digest-of">SHA-256 of all pages as sent</span>
              </Fact>
            </dl>
            <ProofDrift study={study} drift={proof.drift} onLeave={onLeave} />
          </>
        )}
      </div>
    </details>
  );
}

/** Icons differ in shape, not only in colour: shield (proven), triangle (needs attention), clock (count not confirmed). */
function Standing({ dataset }: { readonly dataset: DatasetStatus }): ReactNode {
  if (dataset.proof === null || dataset.error !== null || dataset.pending !== null)
    return <Glyph of={IconAlertTriangle} className="proof-attention" />;
  return addsUp(dataset) ? <ProofIcon className="proof-good" /> : <Glyph of={IconClock} className="proof-attention" />;
}

/** Why the earlier copy is shown: the last sync failed, or a decision is pending. */
function Question({
  study,
  dataset,
  onLeave,
}: {
  readonly study: string;
  readonly dataset: DatasetStatus;
  readonly onLeave: () => void;
}): ReactNode {
  const { go } = usePlace();
  const question = describePendingReview(dataset);
  return (
    <>
      {dataset.error !== null && (
        <p className="note note-warn">
          <Glyph of={IconAlertTriangle} />
          <span>{dataset.error.message}</span>
        </p>
      )}
      {question !== null && (
        <p className="note note-warn">
          <Glyph of={IconAlertTriangle} />
          <span>
            {question.title} {question.says}{' '}
            <button
              type="button"
              className="link"
              onClick={() => {
                onLeave();
                go(studyPlace(study, dataset.dataset));
              }}
            >
              Decide
            </button>
          </span>
        </p>
      )}
    </>
  );
}

interface ProofDriftProps {
  readonly study: string;
  readonly drift: readonly Drift[];
  readonly onLeave: () => void;
}

/** What the service sent and the interface does not describe; empty if there is none. */
function ProofDrift({ study, drift, onLeave }: ProofDriftProps): ReactNode {
  const { go } = usePlace();
  if (drift.length === 0) return null;
  return (
    <section className="proof-drift">
      <h4>
        Not described by the interface <span className="t3">kept as sent</span>
        <button
          type="button"
          className="link small push"
          onClick={() => {
            onLeave();
            go(studyPlace(study, 'issues'));
          }}
        >
          Open issues
        </button>
      </h4>
      <table className="small">
        <thead>
          <tr>
            <th>Name</th>
            <th>Kind</th>
            <th className="right">Met</th>
            <th>Example</th>
          </tr>
        </thead>
        <tbody>
          {drift.map(({ kind, name, count, path }) => (
            <tr key={`${kind} ${name}`}>
              <th scope="row" className="mono">
                {name}
              </th>
              <td>{kind}</td>
              <td className="right num">{formatCount(count)}</td>
              <td className="mono">{path}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
