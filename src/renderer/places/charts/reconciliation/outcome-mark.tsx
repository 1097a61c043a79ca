import { IconCheck, IconMinus, IconQuestionMark, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Outcome } from '../../../../shared/derive/recist-check.ts';
import { Glyph } from '../../../ui/parts/icon.tsx';
import { outcomeWords } from './reconciliation-lines.ts';

const icons = { agrees: IconCheck, 'not-explained': IconQuestionMark, contradicts: IconX, 'not-compared': IconMinus } as const;

/** How a signed conclusion stands to its sum: a shape and the words. */
export function OutcomeMark({ outcome }: { readonly outcome: Outcome | null }): ReactNode {
  const name = outcome ?? 'not-compared';
  return (
    <span className="outcome" data-outcome={name}>
      <Glyph of={icons[name]} size={14} />
      {outcomeWords[name]}
    </span>
  );
}
