import { Skeleton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { formatShortMoment } from '../../ui/format/dates.ts';
import { ShowMore } from '../../ui/parts/buttons.tsx';
import { countsInWords } from '../../record/changes/change-lines.ts';

/** Passes shown initially and added by each "Show more": a history may have tens of thousands. */
const step = 200;

interface Props {
  readonly passes: Output<'changes.passes'> | null;
  readonly lookedGeneration: number;
  /** Whether changes were ever marked as seen; until then, they count from the first pass. */
  readonly looked: boolean;
  readonly since: number;
  readonly onSince: (since: number) => void;
}

/** The passes that changed something. Those in the chosen period are highlighted; choosing one moves the start of the period. */
export function PassesPane({ passes, lookedGeneration, looked, since, onSince }: Props): ReactNode {
  const [limit, setLimit] = useState(step);
  return (
    <aside className="passes" aria-label="Passes">
      <h2>Passes</h2>
      <p className="small t3">The service sends only the latest state. This change history exists only on this computer.</p>
      {passes === null ? (
        <Skeleton height={160} mt={10} />
      ) : (
        <>
          <ol>
            {passes.slice(0, limit).map((pass) => (
              <li key={pass.generation} className={pass.generation > since ? 'pass pass-within' : 'pass'}>
                <button
                  type="button"
                  aria-pressed={pass.generation === since + 1}
                  onClick={() => {
                    onSince(pass.generation - 1);
                  }}
                  title={`Show changes from pass ${String(pass.generation)} on`}
                >
                  <span className="row">
                    <b className="medium">Pass {pass.generation}</b>
                    <span className="push t3">{formatShortMoment(pass.at)}</span>
                  </span>
                  <span className="t2">{pass.generation === 1 ? 'first load' : countsInWords(pass.counts)}</span>
                  {pass.generation === lookedGeneration && looked && <span className="t3">last viewed here</span>}
                </button>
              </li>
            ))}
          </ol>
          <ShowMore
            left={passes.length - limit}
            onMore={() => {
              setLimit(limit + step);
            }}
          />
        </>
      )}
    </aside>
  );
}
