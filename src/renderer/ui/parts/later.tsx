import { createElement, useEffect, useState, type ComponentType, type ReactNode, Component } from 'react';
import { ErrorStrip } from './states.tsx';

/**
 * A component whose code is loaded when it is first shown; renders nothing until then. React's `lazy` is not used, because a suspended
 * component stays hidden for 300 ms even if it is ready sooner. A load error is thrown while rendering.
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
  /** Called instead of showing the error in place: a dialog has no place of its own to show it in. */
  readonly onFailure?: (message: string) => void;
}

interface State {
  readonly failed: boolean;
}

const says =
  'This part of Carrel could not be shown. Mirrored data is unchanged. Close and reopen Carrel; if that does not help, reinstall it.';

/** Keeps the rest of the window working if a part cannot be loaded or rendered. Change `key` to try another part. */
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
    return this.props.onFailure === undefined ? <ErrorStrip error={{ code: 'STORE', message: says }} /> : null;
  }
}
