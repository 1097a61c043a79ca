import { createContext, use, useCallback, useEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react';

/** Commands of keys and the palette. The current screen decides what each one does. */
export type Command =
  | 'search'
  | 'export'
  | 'export-study'
  | 'cut-off'
  | 'keep-subjects'
  | 'save-profile'
  | 'sync'
  | 'lock'
  | 'help'
  | 'previous-subject'
  | 'next-subject'
  | 'palette'
  | 'open-pack'
  | 'readiness'
  | 'verify'
  | 'verify-dropped';

interface Commands {
  /** Makes a command available until the returned function is called. The handler registered last is called. */
  readonly register: (command: Command, run: () => void) => () => void;
  /** Returns false if nothing on screen handles the command. */
  readonly run: (command: Command) => boolean;
  readonly has: (command: Command) => boolean;
}

const CommandsContext = createContext<Commands | null>(null);

export function CommandsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const registered = useRef<readonly { readonly command: Command; readonly run: () => void }[]>([]);
  const find = useCallback((command: Command) => registered.current.findLast((entry) => entry.command === command), []);
  const commands = useMemo<Commands>(
    () => ({
      register: (command, run) => {
        const entry = { command, run };
        registered.current = [...registered.current, entry];
        return () => {
          registered.current = registered.current.filter((known) => known !== entry);
        };
      },
      run: (command) => {
        const entry = find(command);
        entry?.run();
        return entry !== undefined;
      },
      has: (command) => find(command) !== undefined,
    }),
    [find],
  );
  return <CommandsContext value={commands}>{children}</CommandsContext>;
}

export function useCommands(): Commands {
  const commands = use(CommandsContext);
  if (commands === null) throw new TypeError('A component that needs the commands was drawn outside of them.');
  return commands;
}

/** Handles a command while the component is mounted and `run` is not null. `run` should be stable (useCallback). */
export function useCommand(command: Command, run: (() => void) | null): void {
  const { register } = useCommands();
  useEffect(() => (run === null ? undefined : register(command, run)), [register, command, run]);
}

/** A search box that the search command focuses, with its text selected. */
export function useSearchBox(): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null);
  useCommand(
    'search',
    useCallback(() => {
      box.current?.focus();
      box.current?.select();
    }, []),
  );
  return box;
}
