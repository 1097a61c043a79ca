import { PasswordInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../data/calls/use-call.ts';

interface AskedPassphrase {
  /** The settings ask for this copy's passphrase before anything leaves it. */
  readonly asks: boolean;
  /** What was typed; undefined where nothing is asked. */
  readonly typed: string | undefined;
  readonly onType: (typed: string) => void;
}

/** For a dialog that lets something leave this computer. */
export function useAskedPassphrase(): AskedPassphrase {
  const { data: security } = useCall('security.get');
  const [typed, setTyped] = useState('');
  const asks = security !== null && security.askBeforeExport && security.passphrase;
  return { asks, typed: asks ? typed : undefined, onType: setTyped };
}

/** Its field; nothing where nothing is asked. */
export function AskedPassphraseField({
  asked: { typed, onType },
  autoFocus = false,
}: {
  readonly asked: AskedPassphrase;
  readonly autoFocus?: boolean;
}): ReactNode {
  if (typed === undefined) return null;
  return (
    <PasswordInput
      size="md"
      label="Passphrase of this computer’s copy"
      description="Your settings ask for it before anything leaves."
      autoComplete="current-password"
      autoFocus={autoFocus}
      value={typed}
      onChange={(event) => {
        onType(event.currentTarget.value);
      }}
    />
  );
}
