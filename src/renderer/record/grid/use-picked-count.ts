import { useEffect, useState } from 'react';
import { useModel } from '../../data/model/model-context.ts';
import { useGrid } from './grid-context.ts';
import { chosenOf, countPicked, mayBeHidden } from '../../data/table/picked.ts';

/** Number of ticked rows among the filtered ones; ticked rows that the filter hides do not count. Null until it is known. */
export function usePickedCount(): number | null {
  const { data } = useModel();
  const {
    card,
    selection,
    state: { picked },
    rows: { counts },
  } = useGrid();
  const [asked, setAsked] = useState<{ readonly question: string; readonly rows: number } | null>(null);
  const mayHide = mayBeHidden(picked, selection, card.cutOff !== null);
  const question = mayHide ? JSON.stringify({ study: card.study, selection: { ...selection, chosen: chosenOf(picked) } }) : null;
  useEffect(() => {
    if (question === null) return undefined;
    let current = true;
    // If the call fails, the number of ticks is used instead.
    data.call('rows.count', JSON.parse(question) as { study: string; selection: typeof selection }).then(
      ({ rows }) => {
        if (current) setAsked({ question, rows });
      },
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [data, question]);
  if (question !== null && asked?.question === question) return asked.rows;
  return counts === null ? null : countPicked(picked, counts.rows);
}
