import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { reportOf } from '../../../shared/errors.ts';
import { Glyph } from './icon.tsx';
import './toasts.css';

interface Toast {
  readonly title: string;
  readonly says: ReactNode;
  readonly step?: { readonly label: string; readonly take: () => void };
}

/** Reports success; closes by itself. */
export function showDone(toast: Toast): void {
  show(toast, 'done', 8000);
}

/** Reports something that needs attention; stays until closed. */
export function showAttention(toast: Toast): void {
  show(toast, 'attention', false);
}

/** Reports a thrown error with its own message; stays until closed. */
export function showFailure(title: string, error: unknown): void {
  show({ title, says: reportOf(error).message }, 'attention', false);
}

function show({ title, says, step }: Toast, kind: 'done' | 'attention', autoClose: number | false): void {
  const id = notifications.show({
    title,
    message: (
      <div className="toast-body">
        <div className="toast-says selectable">{says}</div>
        {step !== undefined && (
          <button
            type="button"
            className="link"
            onClick={() => {
              notifications.hide(id);
              step.take();
            }}
          >
            {step.label}
          </button>
        )}
      </div>
    ),
    icon: <Glyph of={kind === 'done' ? IconCheck : IconAlertTriangle} />,
    className: `toast toast-${kind}`,
    autoClose,
    closeButtonProps: { 'aria-label': 'Close' },
    role: kind === 'done' ? 'status' : 'alert',
  });
}
