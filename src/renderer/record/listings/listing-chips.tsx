import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ListingColumn } from '../../../shared/calls/listings.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { filterLabel, type ListingView } from './listing-rows.ts';

interface ChipsProps {
  readonly view: ListingView;
  readonly columns: readonly ListingColumn[];
  readonly onView: (view: ListingView) => void;
}

/** The filters of a listing in words; a press takes one away. */
export function ListingChips({ view, columns, onView }: ChipsProps): ReactNode {
  if (view.filters.length === 0) return null;
  return (
    <div className="chips" role="group" aria-label="Filters">
      {view.filters.map((filter) => {
        const words = filterLabel(filter, columns.find(({ name }) => name === filter.column)?.label ?? filter.column);
        return (
          <button
            key={filter.column}
            type="button"
            className="chip subjects-chip"
            aria-label={`Take away the filter: ${words}`}
            onClick={() => {
              onView({ ...view, filters: view.filters.filter((one) => one !== filter) });
            }}
          >
            {words} <Glyph of={IconX} size={14} />
          </button>
        );
      })}
    </div>
  );
}
