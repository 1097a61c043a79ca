import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from '../../ui/parts/icon.tsx';

/** What is wrong with a field, beneath it. */
export function Wrong({ says }: { readonly says: string }): ReactNode {
  return (
    <>
      <Glyph of={IconAlertTriangle} size={14} />
      {says}
    </>
  );
}
