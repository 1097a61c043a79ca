import type { Icon as TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** An icon beside words: 16 px, 14 in buttons; never read aloud. */
export function Glyph({
  of: Drawn,
  size = 16,
  className = '',
}: {
  readonly of: TablerIcon;
  readonly size?: 12 | 14 | 16 | 20;
  readonly className?: string;
}): ReactNode {
  return <Drawn size={size} stroke={size <= 14 ? 2 : 1.75} className={`icon ${className}`} aria-hidden />;
}
