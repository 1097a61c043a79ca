import { IconCheck, IconX, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from '../../ui/parts/icon.tsx';
import './protection-facts.css';

const protects = [
  'A lost or stolen computer, switched off or locked',
  'A swapped or damaged data file',
  'Curious people at an unattended computer, once locked',
];
const protectsNot = ['An administrator, or malware with system rights', 'Photographs of the screen', 'A weak passphrase'];

/** What the encryption protects against, and what it does not. */
export function ProtectionFacts(): ReactNode {
  return (
    <div className="facts">
      <h2>Protects against</h2>
      <Facts icon={IconCheck} says={protects} />
      <h2>Does not protect against</h2>
      <Facts icon={IconX} says={protectsNot} />
    </div>
  );
}

function Facts({ icon, says }: { readonly icon: Icon; readonly says: readonly string[] }): ReactNode {
  return (
    <ul>
      {says.map((fact) => (
        <li key={fact}>
          <Glyph of={icon} size={14} />
          {fact}
        </li>
      ))}
    </ul>
  );
}
