import type { ReactNode } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { countsInWords } from '../../record/changes/count-words.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { changesPlace } from '../../data/model/place.ts';

/** Lines that are shown; the place of changes has all. */
const most = 50;

interface Props {
  readonly study: string;
  /** The newest first. */
  readonly passes: Output<'changes.passes'>;
}

/** The passes that changed something, each with the way to what it changed. */
export function RecentPasses({ study, passes }: Props): ReactNode {
  const { go } = usePlace();
  if (passes.length === 0) return <p className="coverage-none t2">Nothing was mirrored yet.</p>;
  return (
    <div className="waiting-box" tabIndex={0} role="region" aria-label="Recent passes">
      <table className="dataset-table">
        <thead>
          <tr>
            <th scope="col">Pass</th>
            <th scope="col">Complete</th>
            <th scope="col">What it changed</th>
          </tr>
        </thead>
        <tbody>
          {passes.slice(0, most).map(({ generation, at, counts }) => (
            <tr key={generation}>
              <th scope="row" className="medium num">
                {formatCount(generation)}
              </th>
              <td className="t2 num">{formatMoment(at)}</td>
              <td>
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    go(changesPlace(study, generation - 1));
                  }}
                >
                  {generation === 1 ? `read for the first time, ${formatCount(counts.new)} records` : countsInWords(counts)}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {passes.length > most && <p className="coverage-none small t3">The last {formatCount(most)} are listed; Changes has all.</p>}
    </div>
  );
}
