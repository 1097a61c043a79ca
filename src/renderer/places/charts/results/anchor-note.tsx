import { IconAlertTriangle, IconAnchor } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount, formatCountOf } from '../../../ui/format/numbers.ts';
import { Glyph } from '../../../ui/parts/icon.tsx';
import { useSubjectFilter } from '../../../data/model/use-subject-filter.ts';
import type { AnchorChoice } from './use-anchors.ts';

/** From this share of subjects without a day to count from on, a figure is built on too few. */
const mostWithout = 0.2;

interface Props {
  readonly study: string;
  readonly of: AnchorChoice;
}

/** What days are counted from, and how many subjects have no day there, who can be shown; a warning where they are many. */
export function AnchorNote({ study, of: { anchor, isUsual, words, subjects, days } }: Props): ReactNode {
  const [filter, setFilter] = useSubjectFilter(study);
  if (anchor === null || days === null) return null;
  const counted = filter?.subjects ?? subjects;
  const without = counted.filter((subject) => !days.has(subject));
  const isMany = without.length > mostWithout * counted.length;
  return (
    <p className={`anchor-note small ${isMany ? 'note note-warn' : 't2'}`}>
      <Glyph of={isMany ? IconAlertTriangle : IconAnchor} size={14} />
      <span>
        Counted from {words}
        {isUsual && anchor.kind === 'visit' ? ', the first visit of treatment' : ''}.{' '}
        {without.length === 0 ? (
          `All ${formatCountOf(counted.length, 'subject')} have it.`
        ) : (
          <>
            <button
              type="button"
              className="link"
              onClick={() => {
                setFilter({ subjects: without, says: `without ${words}` });
              }}
            >
              {formatCount(without.length)} of {formatCountOf(counted.length, 'subject')}
            </button>{' '}
            {without.length === 1 ? 'has' : 'have'} no such date and {without.length === 1 ? 'is' : 'are'} left out.
            {isMany ? ' That is more than one in five: another anchor may fit better.' : ''}
          </>
        )}
      </span>
    </p>
  );
}
