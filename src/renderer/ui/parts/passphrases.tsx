import { PasswordInput, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { useCall } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { showFailure } from './toasts.tsx';
import './passphrase-strength.css';

interface AskedPassphrase {
  /** Whether this copy's passphrase is required. */
  readonly asks: boolean;
  /** The typed text; undefined if no passphrase is required. */
  readonly typed: string | undefined;
  readonly onType: (typed: string) => void;
}

/** State of the passphrase field in a dialog that exports something; `always`: not only if the settings require it. */
export function useAskedPassphrase(always = false): AskedPassphrase {
  const { data: security } = useCall('security.get');
  const [typed, setTyped] = useState('');
  const asks = security !== null && security.passphrase && (always || security.askBeforeExport);
  return { asks, typed: asks ? typed : undefined, onType: setTyped };
}

/** Field for the required passphrase; renders nothing if none is required. */
export function AskedPassphraseField({
  asked: { typed, onType },
  because = 'Your settings require it before anything is exported.',
  autoFocus = false,
}: {
  readonly asked: AskedPassphrase;
  readonly because?: string;
  readonly autoFocus?: boolean;
}): ReactNode {
  if (typed === undefined) return null;
  return (
    <PasswordInput
      size="md"
      label="Passphrase of this computer’s copy"
      description={because}
      autoComplete="current-password"
      autoFocus={autoFocus}
      value={typed}
      onChange={(event) => {
        onType(event.currentTarget.value);
      }}
    />
  );
}

/** Asks for a new passphrase twice. Reports null until it is acceptable and both entries match. */
export function NewPassphrase({
  label,
  autoFocus = false,
  leaves = false,
  onChange,
}: {
  readonly label: string;
  readonly autoFocus?: boolean;
  /** For a file that leaves this computer and can be attacked for years: a weak passphrase must be confirmed. */
  readonly leaves?: boolean;
  readonly onChange: (passphrase: string | null) => void;
}): ReactNode {
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [meant, setMeant] = useState('');
  const judged = useJudged(passphrase);
  const strength = sayStrength(passphrase, judged?.score ?? null);
  const isWeak = leaves && strength.enough && judged !== null && !judged.isStrong;
  const may = strength.enough && (!leaves || (judged !== null && (judged.isStrong || isMeant(meant))));
  const taken = may && passphrase === again ? passphrase : null;
  const report = useEffectEvent(onChange);
  useEffect(() => {
    report(taken);
  }, [taken]);
  const differ = again !== '' && again !== passphrase;
  return (
    <>
      <div>
        <PasswordInput
          size="md"
          label={label}
          autoComplete="new-password"
          value={passphrase}
          onChange={(event) => {
            setPassphrase(event.currentTarget.value);
          }}
          autoFocus={autoFocus}
          data-autofocus={autoFocus || undefined}
          aria-describedby="passphrase-strength"
        />
        <div className="strength" id="passphrase-strength">
          <span className="strength-bars" aria-hidden>
            {[1, 2, 3, 4].map((step) => (
              <i key={step} className={strength.level >= step ? `strength-${strength.level < 3 ? 'low' : 'good'}` : ''} />
            ))}
          </span>
          <span className="small t2" aria-live="polite">
            {strength.says}
          </span>
        </div>
      </div>
      <PasswordInput
        size="md"
        label="Repeat passphrase"
        autoComplete="new-password"
        value={again}
        onChange={(event) => {
          setAgain(event.currentTarget.value);
        }}
        error={differ ? 'The two do not match yet' : null}
        aria-invalid={differ || undefined}
      />
      {isWeak && (
        <TextInput
          size="md"
          label={`To use it anyway, type “${meantWords}”`}
          description="Anyone who finds the file can try passphrases for years."
          autoComplete="off"
          spellCheck={false}
          value={meant}
          onChange={(event) => {
            setMeant(event.currentTarget.value);
          }}
        />
      )}
    </>
  );
}

/** Words to type to confirm a weak passphrase. */
const meantWords = 'easily guessed';

function isMeant(typed: string): boolean {
  return typed.trim().toLowerCase() === meantWords;
}

/** The estimated strength of the passphrase; null while it is being estimated, and for passphrases below the minimum length. */
function useJudged(passphrase: string): Output<'passphrase.judge'> | null {
  const { data } = useModel();
  const [judged, setJudged] = useState<{ readonly of: string; readonly as: Output<'passphrase.judge'> } | null>(null);
  useEffect(() => {
    if (!isLongEnough(passphrase)) return;
    let isGone = false;
    data.call('passphrase.judge', { passphrase }).then(
      (as) => {
        if (!isGone) setJudged({ of: passphrase, as });
      },
      (error: unknown) => {
        if (!isGone) showFailure('The passphrase strength could not be checked', error);
      },
    );
    return () => {
      isGone = true;
    };
  }, [data, passphrase]);
  return judged?.of === passphrase ? judged.as : null;
}

const leastLength = 8;

function isLongEnough(passphrase: string): boolean {
  return Array.from(passphrase).length >= leastLength;
}

interface Strength {
  /** 0 (empty, or not known yet) to 4 (very good). */
  readonly level: number;
  readonly enough: boolean;
  readonly says: string;
}

/** Indexed by zxcvbn score. */
const grades = [
  'Can be guessed at once. Add words.',
  'Weak: easily guessed. Add words.',
  'Fair: one more word would be better.',
  'Good.',
  'Very good.',
] as const;

/** `score`: the zxcvbn score; null while unknown. */
export function sayStrength(passphrase: string, score: number | null): Strength {
  const missing = leastLength - Array.from(passphrase).length;
  if (passphrase === '')
    return { level: 0, enough: false, says: `At least ${String(leastLength)} characters; four or more unrelated words are good.` };
  if (missing > 0) return { level: 1, enough: false, says: `Too short: ${String(missing)} more to go.` };
  return score === null
    ? { level: 0, enough: true, says: 'Checking…' }
    : { level: Math.max(score, 1), enough: true, says: grades[score] ?? '' };
}
