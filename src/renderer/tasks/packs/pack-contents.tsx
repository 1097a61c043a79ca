import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { momentOf } from '../../ui/parts/as-of.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { useAsOf } from '../../ui/parts/use-as-of.ts';

const staysBehind = [
  'the connection, its secret and every key',
  'looked-at marks: they are a person’s own',
  'what a sync read but has not proven, or holds back',
];

/** What a site pack of this study takes along, and what it does not. */
export function PackContents({ card }: { readonly card: StudyCard }): ReactNode {
  const asOf = useAsOf(card.status);
  const rest = asOf.rest === '' ? '' : ` (${asOf.rest})`;
  return (
    <div className="pack-contents">
      <div>
        <h3>Goes along</h3>
        <ul className="small">
          <li>
            <Glyph of={IconCheck} size={14} className="dialog-tick" />
            <span>
              all records, {asOf.lead.toLowerCase()} <b className="num">{momentOf(asOf)}</b>
              {rest}
            </span>
          </li>
          <li>
            <Glyph of={IconCheck} size={14} className="dialog-tick" />
            <span>the pages as the service sent them, and their proof</span>
          </li>
          <li>
            <Glyph of={IconCheck} size={14} className="dialog-tick" />
            <span>the history of changes, the issues</span>
          </li>
        </ul>
      </div>
      <div>
        <h3>Stays behind</h3>
        <ul className="small t2">
          {staysBehind.map((what) => (
            <li key={what}>
              <Glyph of={IconMinus} size={14} />
              <span>{what}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
