import { Button } from '@mantine/core';
import { IconFilter2, IconUsers } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import type { Condition, Selection } from '../../../shared/query.ts';
import type { Call } from '../../../shared/rpc.ts';
import { useModel } from '../../data/model/model-context.ts';
import { pluralWords } from '../../ui/parts/dataset-titles.ts';
import { datasetIcons, Glyph } from '../../ui/parts/icon.tsx';
import { withoutCondition, chipWords, filterSummary } from './conditions.ts';
import { NotMirrored } from '../../ui/sync/not-mirrored.tsx';
import { Empty } from '../../ui/parts/states.tsx';
import { AllAfter } from '../cut-off/all-after.tsx';
import { isAllAfter, upToCutOff } from '../cut-off/cut-off.ts';
import { ProofButton } from '../proof/proof-button.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { useGrid } from './grid-context.ts';
import { isFiltered, withFilter } from '../../data/table/grid-state.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

/** The empty state: why there are no rows, and a step that helps. Renders nothing if there are rows or until they are counted. */
export function EmptyRows(): ReactNode {
  const {
    state,
    rows: { counts, counted },
  } = useGrid();
  if (counts === null || !counted || counts.rows > 0) return null;
  return <div className="empty-rows">{isFiltered(state) && counts.of > 0 ? <NoMatch /> : <NoRows />}</div>;
}

/** Without any rows even before filters: none at all, none up to the data cut-off, or none of the subject or the subject filter. */
function NoRows(): ReactNode {
  const { card, dataset, subject } = useGrid();
  const [filter, setFilter] = useSubjectFilter(card.study);
  const status = card.status.datasets.find((candidate) => candidate.dataset === dataset.name);
  // Later records of these subjects are left out.
  const upTo = upToCutOff(card);
  if (subject !== null && status !== undefined && status.records > 0)
    return <Empty icon={datasetIcons[dataset.name]} title={`Subject ${subject} has no ${pluralWords(dataset)}${upTo}`} />;
  if (card.cutOff !== null && isAllAfter(card, dataset.name)) return <AllAfter dataset={dataset.name} date={card.cutOff.date} />;
  if (filter === null || status === undefined || status.records === 0) return <NoData />;
  const whom = formatCountOf(filter.subjects.length, 'subject');
  return (
    <Empty
      icon={IconUsers}
      title={`The ${whom} in the filter ${filter.subjects.length === 1 ? 'has' : 'have'} no ${pluralWords(dataset)}${upTo}`}
      says="The subject filter in the top bar applies to every table in this study."
      step={{
        label: 'Show all subjects',
        take: () => {
          setFilter(null);
        },
      }}
    />
  );
}

function NoMatch(): ReactNode {
  const { dataset, vocabulary, state, change } = useGrid();
  const helpful = useHelpfulRemoval();
  const last = helpful === null ? (state.where.at(-1) ?? null) : helpful.condition;
  const removeOne = (): void => {
    change((before) => withFilter(before, last === null ? { search: '' } : { where: withoutCondition(before.where, last) }));
  };
  return (
    <div className="empty" role="status">
      <Glyph of={IconFilter2} size={20} />
      <div className="medium">No rows match {filterSummary(state)}</div>
      <p className="small t2">
        {helpful === null
          ? ' '
          : `${formatCountOf(helpful.rows, 'row matches', 'rows match')} without “${helpful.condition === null ? state.search : chipWords(dataset, helpful.condition, vocabulary)}”.`}
      </p>
      <div className="row empty-step">
        <Button onClick={removeOne}>
          {last === null ? 'Clear the search' : helpful === null ? 'Remove the last filter' : 'Remove that filter'}
        </Button>
        {(state.where.length > 1 || (state.where.length > 0 && state.search !== '')) && (
          <Button
            variant="subtle"
            onClick={() => {
              change((before) => withFilter(before, { where: [], search: '' }));
            }}
          >
            Clear all
          </Button>
        )}
      </div>
    </div>
  );
}

interface Removal {
  /** Null for the search. */
  readonly condition: Condition | null;
  readonly rows: number;
}

/** The newest filter, or else the search, whose removal leaves rows; null until it is found, or if no single one helps. */
function useHelpfulRemoval(): Removal | null {
  const { data } = useModel();
  const { card, selection } = useGrid();
  const [removal, setRemoval] = useState<Removal | null>(null);
  useEffect(() => {
    let current = true;
    // If a call fails, the empty state still offers to remove the last filter.
    findRemoval(data.call, card.study, selection).then(
      (found) => {
        if (current) setRemoval(found);
      },
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [data, card.study, selection]);
  return removal;
}

async function findRemoval(call: Call, study: string, selection: Selection): Promise<Removal | null> {
  const candidates = [...selection.where.toReversed(), ...(selection.search === '' ? [] : [null])];
  for (const condition of candidates) {
    const without = condition === null ? { search: '' } : { where: [...withoutCondition(selection.where, condition)] };
    const { rows } = await call('rows.count', { study, selection: { ...selection, ...without } });
    if (rows > 0) return { condition, rows };
  }
  return null;
}

function NoData(): ReactNode {
  const { card, dataset } = useGrid();
  const status = card.status.datasets.find((candidate) => candidate.dataset === dataset.name);
  const noun = pluralWords(dataset);
  if (status === undefined || status.asOf === null) return <NotMirrored card={card} dataset={dataset.name} />;
  return (
    <div className="empty" role="status">
      <Glyph of={datasetIcons[dataset.name]} size={20} />
      <div className="medium">The service sent no {noun} for this study</div>
      <ProofButton status={card.status} dataset={dataset.name}>
        {(open) => (
          <Button className="empty-step" aria-haspopup="dialog" onClick={open}>
            See the pass
          </Button>
        )}
      </ProofButton>
    </div>
  );
}
