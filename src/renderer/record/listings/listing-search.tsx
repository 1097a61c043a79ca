import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useCallback, useRef, type ReactNode } from 'react';
import { useCommand } from '../../ui/keys/commands.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';

/** Looks for words in all cells of a listing, as they are typed. */
export function ListingSearch({ search, onSearch }: { readonly search: string; readonly onSearch: (search: string) => void }): ReactNode {
  const box = useRef<HTMLInputElement>(null);
  useCommand(
    'search',
    useCallback(() => {
      box.current?.focus();
      box.current?.select();
    }, []),
  );
  return (
    <TextInput
      ref={box}
      className="toolbar-search"
      aria-label="Search all text"
      placeholder="Search all text"
      maxLength={200}
      leftSection={<Glyph of={IconSearch} size={14} />}
      value={search}
      onChange={({ currentTarget }) => {
        onSearch(currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onSearch('');
      }}
    />
  );
}
