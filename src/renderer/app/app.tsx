import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useEffect, useMemo, type ReactNode } from 'react';
import { CommandsProvider } from '../ui/keys/commands.tsx';
import { Keyboard } from './keys/keyboard.tsx';
import type { Model } from '../data/model/model.ts';
import { ModelContext } from '../data/model/model-context.ts';
import { useStore } from '../data/model/store.ts';
import { ResumedPack } from '../tasks/packs/resumed-pack.tsx';
import { Phases } from './phases.tsx';
import { followScheme } from '../ui/theme/color-scheme.ts';
import { cssVariables, theme } from '../ui/theme/mantine-theme.ts';
import { styleNonce } from '../ui/theme/style-nonce.ts';
import { DropTarget } from '../tasks/verify/drop-target.tsx';

/** The whole window: providers around the phase that the application is in. */
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
