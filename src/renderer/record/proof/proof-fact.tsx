import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from '../../ui/parts/icon.tsx';

interface FactProps {
  readonly name: string;
  /** Whether it speaks for the copy; null: neither way. */
  readonly good: boolean | null;
  readonly children: ReactNode;
}

/** One line of the list of what was checked. */
export function Fact({ name, good, children }: FactProps): ReactNode {
  return (
    <div className="proof-fact">
      <dt className="t3">{name}</dt>
      <dd>
        {good !== null && <Glyph of={good ? IconCheck : IconMinus} size={14} className={good ? 'proof-good' : 'proof-attention'} />}
        <span>{children}</span>
      </dd>
    </div>
  );
}
