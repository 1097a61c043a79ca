import { type MantineColorScheme, type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { type ReactNode, useEffect, useMemo } from 'react';
import { CommandsProvider } from '../ui/keys/commands.tsx';
import { Keyboard } from './keys/keyboard.tsx';
import type { Model } from '../data/model/model.ts';
import { ModelContext, useApp } from '../data/model/model-context.ts';
import { type Store, useStore } from '../data/model/store.ts';
import { ResumedPack } from '../tasks/packs/resumed-pack.tsx';
import { cssVariables, theme } from '../ui/theme/mantine-theme.ts';
import { styleNonce } from '../ui/theme/style-nonce.ts';
import { DropTarget } from '../tasks/verify/verify-dialog.tsx';
import { PartBoundary, later } from '../ui/parts/later.tsx';
import { Shell } from './shell.tsx';
import { Unlock } from '../places/start/unlock.tsx';
import type { Preferences } from '../../shared/contract.ts';

/** The whole window: providers around the current phase of the application. */
export function App({ model }: { readonly model: Model }): ReactNode {
  const schemes = useMemo(() => followScheme(model.preferences), [model]);
  const { density } = useStore(model.preferences);
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <ModelContext value={model}>
        <CommandsProvider>
          <Keyboard />
          <Phases />
          <ResumedPack />
          <DropTarget />
          <Notifications position="bottom-right" containerWidth={388} zIndex={300} />
        </CommandsProvider>
      </ModelContext>
    </MantineProvider>
  );
}

/** Loaded on demand, because it is shown only once. */
const FirstRun = later(() => import('../places/start/first-run.tsx').then((place) => place.FirstRun));

/** Locked, first run, or the working shell. */
function Phases(): ReactNode {
  const app = useApp();
  if (app.phase === 'locked') return <Unlock />;
  // Studies from site packs need no service.
  if (app.phase === 'first-run' || (app.connection === null && app.studies === 0))
    return (
      <PartBoundary>
        <FirstRun />
      </PartBoundary>
    );
  return <Shell />;
}

/** Takes Mantine's colour scheme from the preferences; nothing is written to browser storage. */
function followScheme(preferences: Store<Preferences>): MantineColorSchemeManager {
  let stop = (): void => undefined;
  return {
    get: () => preferences.get().scheme,
    set: () => undefined,
    subscribe: (onUpdate: (scheme: MantineColorScheme) => void) => {
      stop = preferences.subscribe(() => {
        onUpdate(preferences.get().scheme);
      });
    },
    unsubscribe: () => {
      stop();
    },
    clear: () => undefined,
  };
}
