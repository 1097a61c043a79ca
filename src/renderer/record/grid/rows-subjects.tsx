import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { useLoad } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { wordsOfUse } from '../subjects/use-these-subjects.tsx';
import { useGrid } from './grid-context.ts';
import { isFiltered } from '../../data/table/grid-state.ts';
import { chosenOf } from '../../data/table/picked.ts';
import { usePickedCount } from './use-picked-count.ts';
import { useCommand } from '../../ui/keys/commands.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { formatCountOf } from '../../../shared/format-count.ts';

/**
 * "Use these 24 subjects": those of the ticked rows, otherwise of the filtered rows. Hidden without ticks and filters, on a subject's page,
 * and if the subject filter already has these subjects.
 */
export function UseRowsSubjects(): ReactNode {
  const { card, subject, state, rows } = useGrid();
  const picked = usePickedCount() ?? 0;
  const ofPicked = usePickedSubjects(picked);
  const keep = useKeepSubjects();
  const [filter] = useSubjectFilter(card.study);
  const count = picked > 0 ? ofPicked : isFiltered(state) ? (rows.counts?.subjects ?? 0) : 0;
  if (subject !== null || count === 0 || count === filter?.subjects.length) return null;
  return (
    <Button
      variant="subtle"
      size="xs"
      className="use-subjects"
      title="Makes them the subject filter for every table, chart, count and export"
      leftSection={<Glyph of={IconUsers} size={14} />}
      onClick={keep}
    >
      {wordsOfUse(count)}
    </Button>
  );
}

/** Number of subjects in the ticked rows; 0 if none are ticked or until it is known. */
function usePickedSubjects(picked: number): number {
  const { data } = useModel();
  const { card, selection, state } = useGrid();
  const load = useCallback(
    async () =>
      picked === 0
        ? 0
        : (await data.call('rows.count', { study: card.study, selection: { ...selection, chosen: chosenOf(state.picked) } })).subjects,
    [data, card.study, selection, state.picked, picked],
  );
  return useLoad(load).data ?? 0;
}

/** Sets the subject filter to the subjects of the ticked rows, otherwise of the filtered rows. */
function useKeepSubjects(): () => void {
  const { data } = useModel();
  const { card, dataset, selection, state } = useGrid();
  const selected = usePickedCount() ?? 0;
  const [, setFilter] = useSubjectFilter(card.study);
  const keep = useCallback(() => {
    const asked = { study: card.study, selection: { ...selection, chosen: selected === 0 ? null : chosenOf(state.picked) } };
    // Counted with them, because the counts on screen may still be those of the previous query.
    Promise.all([data.call('subjects.list', asked), data.call('rows.count', asked)]).then(
      ([{ subjects }, { rows }]) => {
        if (subjects.length > 0) setFilter({ subjects, says: `in ${formatCountOf(rows, 'row')} of ${dataset.title}` });
      },
      (error: unknown) => {
        showFailure('The subjects of these rows could not be read', error);
      },
    );
  }, [data, card.study, dataset, selection, state.picked, selected, setFilter]);
  useCommand('keep-subjects', keep);
  return keep;
}
