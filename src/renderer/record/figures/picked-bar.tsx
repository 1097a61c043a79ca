import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCountOf } from '../../ui/format/numbers.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { subjectPlace } from '../../data/model/place.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { wordsOfUse } from '../subjects/use-these-subjects.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';

interface Props {
  readonly study: string;
  /** Of the chart that they were picked in. */
  readonly title: string;
  readonly picked: ReadonlySet<string>;
  readonly onClear: () => void;
}

/** How many subjects were picked in a chart, and what can be done with them: shown alone; where it is one, its page. */
export function PickedBar({ study, title, picked, onClear }: Props): ReactNode {
  const [, setFilter] = useSubjectFilter(study);
  const { go } = usePlace();
  const [only] = picked.size === 1 ? picked : [];
  const keep = (): void => {
    setFilter({ subjects: [...picked], says: `picked in “${title}”` });
    onClear();
  };
  return (
    <div className="chart-picked" role="group" aria-label="Picked subjects">
      <span className="num" role="status">
        {formatCountOf(picked.size, 'subject')}
      </span>
      {only !== undefined && (
        <Button
          size="xs"
          onClick={() => {
            go(subjectPlace(study, only));
          }}
        >
          Open its page
        </Button>
      )}
      <Button size="xs" variant="filled" onClick={keep}>
        {wordsOfUse(picked.size)}
      </Button>
      <button type="button" className="bare-icon" aria-label="Pick none" onClick={onClear}>
        <Glyph of={IconX} size={14} />
      </button>
    </div>
  );
}
