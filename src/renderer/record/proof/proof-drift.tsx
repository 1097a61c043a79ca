import type { ReactNode } from 'react';
import type { Drift } from '../../../shared/status.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';

interface ProofDriftProps {
  readonly study: string;
  readonly drift: readonly Drift[];
  readonly onLeave: () => void;
}

/** What the service sent and the interface does not describe; nothing where there is none. */
export function ProofDrift({ study, drift, onLeave }: ProofDriftProps): ReactNode {
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
            <th>For example at</th>
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
