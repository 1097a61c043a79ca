import { createElement, useEffect, useState, type ComponentType, type ReactNode, Component } from 'react';
import { ErrorStrip } from './states.tsx';

/**
 * A component whose code is read when it is first shown; nothing is drawn until it is there. Not React's `lazy`: what was suspended once
 * is delayed for 300 ms, however soon it could be drawn. What the reading fails with is thrown as it is drawn.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  let known: ComponentType<P> | null = null;
  return function Later(props: P): ReactNode {
    const [shown, show] = useState(() => known);
    useEffect(() => {
      if (shown !== null) return;
      load().then(
        (loaded) => {
          known = loaded;
          show(() => loaded);
        },
        (error: unknown) => {
          show(() => {
            throw error;
          });
        },
      );
    }, [shown]);
    return shown === null ? null : createElement(shown, props);
  };
}

interface Props {
  readonly children: ReactNode;
  /** What is told instead of the usual words in the part's place: somebody who opened a dialog looks at no place of its own. */
  readonly onFailure?: (message: string) => void;
}

interface State {
  readonly failed: boolean;
}

const says =
  'This part of Carrel could not be shown. Mirrored data is unchanged. Close and reopen Carrel; if that does not help, reinstall it.';

/** Keeps the window where a part of it cannot be read from the disk or drawn. A part that is another one (`key`) is tried anew. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onFailure?.(says);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return this.props.onFailure === undefined ? <ErrorStrip error={{ category: 'STORE', message: says }} /> : null;
  }
}
