import { useEffect, useState } from 'react';
import { useModel } from '../../data/model/model-context.ts';
import { useGrid } from './grid-context.ts';
import { generationOf } from '../../data/model/studies-state.ts';
import { chosenOf, countPicked, needsCount } from '../../data/table/picked.ts';

/** Number of ticked rows among the filtered ones; those that the filter hides or a sync removed do not count. Null until it is known. */
export function usePickedCount(): number | null {
  const { data } = useModel();
  const {
    card,
    selection,
    state: { picked },
    rows: { counts },
  } = useGrid();
  const [asked, setAsked] = useState<{ readonly question: string; readonly rows: number } | null>(null);
  const asking = needsCount(picked) ? { study: card.study, selection: { ...selection, chosen: chosenOf(picked) } } : null;
  // The answer belongs to a generation and a cut-off, although the call does not name them.
  const stamp = { generation: generationOf(card), cutOff: card.cutOff };
  const question = asking === null ? null : JSON.stringify({ asking, stamp });
  useEffect(() => {
    if (question === null) return undefined;
    let current = true;
    // If the call fails, the number of ticks is used instead.
    const { asking: of } = JSON.parse(question) as { readonly asking: { study: string; selection: typeof selection } };
    data.call('rows.count', of).then(
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
