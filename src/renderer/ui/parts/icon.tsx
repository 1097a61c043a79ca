import {
  type Icon as TablerIcon,
  IconActivity,
  IconClipboardText,
  IconDna2,
  IconFlask,
  IconPill,
  IconScan,
  IconStethoscope,
  IconTarget,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { mapDatasets } from '../../../shared/datasets/datasets.ts';
import type { DatasetIcon } from '../../../shared/datasets/declaration.ts';

/** An icon next to text: 16 px, 14 px in buttons. Hidden from screen readers. */
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

/** Carrel's logo: a desk with a lamp, seen from above. */
export function BrandMark({ size }: { readonly size: number }): ReactNode {
  return (
    <svg
      className="brand-mark"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M19 4.5H7A2.5 2.5 0 0 0 4.5 7v10A2.5 2.5 0 0 0 7 19.5h12" />
      <path d="M10.5 9.5v5" />
      <circle cx={17.5} cy={12} r={1.9} fill="currentColor" stroke="none" />
    </svg>
  );
}

/** A shield with a tick: every pass adds up. */
export function ProofIcon({ className = '' }: { readonly className?: string }): ReactNode {
  return (
    <svg
      className={`icon ${className}`}
      width={16}
      height={16}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M12 3.5c2.3 1.8 4.8 2.6 7.5 2.7 0 6.3-1.8 11.3-7.5 14.3-5.7-3-7.5-8-7.5-14.3 2.7-.1 5.2-.9 7.5-2.7Z" />
      <path d="m9 12 2.2 2.2L15.2 10" />
    </svg>
  );
}

const icons: Readonly<Record<DatasetIcon, TablerIcon>> = {
  users: IconUsers,
  pill: IconPill,
  flask: IconFlask,
  activity: IconActivity,
  target: IconTarget,
  stethoscope: IconStethoscope,
  scan: IconScan,
  dna: IconDna2,
  clipboard: IconClipboardText,
};

/** Icons of the datasets, as declared. */
export const datasetIcons = mapDatasets(({ icon }) => icons[icon]);
