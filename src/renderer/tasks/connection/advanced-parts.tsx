import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import { Glyph } from '../../ui/parts/icon.tsx';
import type { Connection } from '../../../shared/connection.ts';
import './advanced-parts.css';

interface Props {
  readonly title: string;
  /** What the section contains, next to the title. */
  readonly says: string;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** A collapsible section for what most people do not need. */
export function Disclosure({ title, says, open, onToggle, children }: Props): ReactNode {
  const id = useId();
  return (
    <div className="disclosure" data-open={open || undefined}>
      <UnstyledButton className="disclosure-head" aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <Glyph of={IconChevronRight} size={14} className="disclosure-sign" />
        <span className="medium">{title}</span>
        <span className="small t3 disclosure-says">{says}</span>
      </UnstyledButton>
      <Collapse id={id} expanded={open} transitionDuration={120}>
        <div className="disclosure-body">{children}</div>
      </Collapse>
    </div>
  );
}

/** Ways for the client to authenticate to the token endpoint. */
export const tokenStyleTitles: readonly (readonly [Connection['tokenStyle'], string])[] = [
  ['body', 'In the body'],
  ['basic', 'HTTP Basic'],
  ['query', 'In the address'],
];

/** The same as sentences. */
export const tokenStyleWords: Readonly<Record<Connection['tokenStyle'], string>> = {
  body: 'Id and secret in the body of the request.',
  basic: 'Id and secret by HTTP Basic, in a header of the request.',
  query: 'Id and secret in the address of the request.',
};
