import { useCallback } from 'react';
import { formatCountOf } from '../../ui/format/numbers.ts';
import { useCommand } from '../../ui/keys/commands.tsx';
import { useModel } from '../../data/model/model-context.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { useGrid } from './grid-context.ts';
import { chosenOf } from '../../data/table/picked.ts';
import { usePickedCount } from './use-picked-count.ts';

/** Makes the subject filter of the subjects that the ticked rows are of, or those that the filters leave. */
export function useKeepSubjects(): () => void {
  const { data } = useModel();
  const { card, dataset, selection, state, rows } = useGrid();
  const selected = usePickedCount() ?? 0;
  const [, setFilter] = useSubjectFilter(card.study);
  const keep = useCallback(() => {
    const chosen = selected === 0 ? null : chosenOf(state.picked);
    const from = formatCountOf(selected === 0 ? (rows.counts?.rows ?? 0) : selected, 'row');
    data.call('subjects.list', { study: card.study, selection: { ...selection, chosen } }).then(
      ({ subjects }) => {
        if (subjects.length > 0) setFilter({ subjects, says: `in ${from} of ${dataset.title}` });
      },
      (error: unknown) => {
        showFailure('The subjects of these rows could not be read', error);
      },
    );
  }, [data, card.study, dataset, selection, state.picked, rows.counts, selected, setFilter]);
  useCommand('keep-subjects', keep);
  return keep;
}
