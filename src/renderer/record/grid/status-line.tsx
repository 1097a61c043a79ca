import { IconMenu2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatShortMoment } from '../../ui/format/dates.ts';
import { mod } from '../../ui/keys/key-map.ts';
import { changePreferences } from '../../data/model/actions.ts';
import { useModel, usePlace, usePreferences } from '../../data/model/model-context.ts';
import { changesPlace } from '../../data/model/place.ts';
import { ChangeMark } from '../../ui/parts/badges.tsx';
import { filterSummary } from './conditions.ts';
import { UseRowsSubjects } from './rows-subjects.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { useGrid } from './grid-context.ts';
import { isFiltered } from '../../data/table/grid-state.ts';
import { usePickedCount } from './use-picked-count.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

/** "1,234 of 48,210 rows | 3 filters | 24 subjects | 3 selected", the counts of new and changed rows, and the density. */
export function StatusLine(): ReactNode {
  const {
    state,
    rows: { counts },
  } = useGrid();
  const selected = usePickedCount();
  return (
    <footer className="status-line" aria-live="polite">
      {counts === null ? (
        <span className="t3">Counting rows</span>
      ) : (
        <span>
          <b>{formatCount(counts.rows)}</b>
          {counts.rows === counts.of ? '' : ` of ${formatCount(counts.of)}`} {counts.of === 1 ? 'row' : 'rows'}
        </span>
      )}
      {isFiltered(state) && <span className="status-part">{filterSummary(state)}</span>}
      {counts !== null && <span className="status-part status-folds">{formatCountOf(counts.subjects, 'subject')}</span>}
      <UseRowsSubjects />
      {selected !== null && selected > 0 && (
        <span className="status-part">
          <b>{formatCount(selected)}</b> selected <kbd className="kbd status-folds">{mod} C</kbd>{' '}
          <span className="status-folds">copies with headers</span>
        </span>
      )}
      <span className="status-space" />
      <NewsCounts />
      <DensityButton />
    </footer>
  );
}

/** Counts of records that are new or changed since the user last looked; opens these changes. A subject's page lists its own. */
function NewsCounts(): ReactNode {
  const { card, marks, subject } = useGrid();
  const { go } = usePlace();
  if (marks.added + marks.changed === 0 || subject !== null) return null;
  return (
    <button
      type="button"
      className="status-news"
      title="See the changes"
      onClick={() => {
        go(changesPlace(card.study, marks.since));
      }}
    >
      {marks.added > 0 && (
        <span className="status-mark">
          <ChangeMark kind="new" />
          {formatCount(marks.added)} new
        </span>
      )}
      {marks.changed > 0 && (
        <span className="status-mark">
          <ChangeMark kind="changed" />
          {formatCount(marks.changed)} changed
        </span>
      )}
      <span className="t3 status-folds">since {card.lookedAt === null ? 'the first pass' : formatShortMoment(card.lookedAt)}</span>
    </button>
  );
}

export function DensityButton(): ReactNode {
  const model = useModel();
  const { density } = usePreferences();
  const compact = density === 'compact';
  const toggle = (): void => {
    changePreferences(model, { density: compact ? 'comfortable' : 'compact' }).catch((error: unknown) => {
      showFailure('The row density could not be saved', error);
    });
  };
  return (
    <button
      type="button"
      className="status-density"
      aria-pressed={compact}
      title={compact ? 'More space between rows' : 'More rows on screen'}
      onClick={toggle}
    >
      <Glyph of={IconMenu2} size={14} />
      Compact
    </button>
  );
}
