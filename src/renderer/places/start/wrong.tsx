import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from '../../ui/parts/icon.tsx';

/** Error message below a field. */
export function Wrong({ says }: { readonly says: string }): ReactNode {
  return (
    <>
      <Glyph of={IconAlertTriangle} size={14} />
      {says}
    </>
  );
}
