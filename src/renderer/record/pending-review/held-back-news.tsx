import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DatasetStatus } from '../../../shared/status.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { studyPlace } from '../../data/model/place.ts';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { describeHeldBack } from './held-back-words.ts';

/** On a study's card: what would shrink, and the way to where it is decided. */
export function HeldBackNews({ study, held }: { readonly study: string; readonly held: readonly DatasetStatus[] }): ReactNode {
  const { go } = usePlace();
  return (
    <div className="study-trouble">
      <Glyph of={IconAlertTriangle} />
      <div className="t2">
        <ul>
          {held.map((dataset) => (
            <li key={dataset.dataset}>
              {describeHeldBack(dataset)?.title}{' '}
              <button
                type="button"
                className="link"
                aria-label={`Decide on ${datasetTitles[dataset.dataset].toLowerCase()}`}
                onClick={() => {
                  go(studyPlace(study, dataset.dataset));
                }}
              >
                Decide
              </button>
            </li>
          ))}
        </ul>
        <p>{held.length === 1 ? 'The earlier copy stays' : 'The earlier copies stay'} until you decide.</p>
      </div>
    </div>
  );
}
