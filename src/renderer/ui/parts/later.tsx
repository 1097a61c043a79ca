import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';

/**
 * A component whose code is read when it is first shown; nothing is drawn until it is there. Not React's `lazy`: what was suspended once
 * is held back for 300 ms, however soon it could be drawn. What the reading fails with is thrown as it is drawn.
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
