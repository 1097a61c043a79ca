import { Menu } from '@mantine/core';
import { IconAlertTriangle, IconBookmarkPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { LoadState } from '../../data/calls/use-call.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import './saved.css';

interface SaveItemProps {
  /** "Save this view…" */
  readonly label: string;
  readonly listed: Pick<LoadState<unknown>, 'data' | 'error'>;
  readonly onSave: () => void;
}

/** Menu item that saves something under a name. */
export function SaveItem({ label, listed, onSave }: SaveItemProps): ReactNode {
  const reason = whyNotSaved(listed);
  return (
    <Menu.Item disabled={reason !== null} leftSection={<Glyph of={IconBookmarkPlus} size={14} />} onClick={onSave}>
      {label}
      {reason !== null && <span className="small t3 saved-says">{reason}</span>}
    </Menu.Item>
  );
}

/** Why nothing can be saved yet; null if it can. As long as the names are unknown, saving under one of them would not replace it. */
export function whyNotSaved({ data, error }: SaveItemProps['listed']): string | null {
  if (data !== null) return null;
  return error === null ? 'Those saved earlier are still loading.' : 'Those saved earlier could not be read.';
}

/** Menu item that reads saved items again; shown only if they could not be read. */
export function ReadAgainItem({ of: { error, reload } }: { readonly of: Pick<LoadState<unknown>, 'error' | 'reload'> }): ReactNode {
  if (error === null) return null;
  return (
    <Menu.Item closeMenuOnClick={false} leftSection={<Glyph of={IconAlertTriangle} size={14} />} onClick={reload}>
      Try again
      <span className="small t3 saved-says">{error.message}</span>
    </Menu.Item>
  );
}
