import { PasswordInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../data/calls/use-call.ts';
import './passphrase-strength.css';

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

/** A passphrase typed twice; null until it is long enough and both are the same. */
export function NewPassphrase({
  label,
  autoFocus = false,
  leaves = false,
  onChange,
}: {
  readonly label: string;
  readonly autoFocus?: boolean;
  /** It is for a file that leaves this computer, at which anybody may guess for years. */
  readonly leaves?: boolean;
  readonly onChange: (passphrase: string | null) => void;
}): ReactNode {
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const least = leaves ? leastThatLeaves : leastLength;
  const strength = judgePassphrase(passphrase, least);
  const differ = again !== '' && again !== passphrase;
  const take = (typed: string, repeated: string): void => {
    setPassphrase(typed);
    setAgain(repeated);
    onChange(judgePassphrase(typed, least).enough && typed === repeated ? typed : null);
  };
  return (
    <>
      <div>
        <PasswordInput
          size="md"
          label={label}
          autoComplete="new-password"
          value={passphrase}
          onChange={(event) => {
            take(event.currentTarget.value, again);
          }}
          autoFocus={autoFocus}
          data-autofocus={autoFocus || undefined}
          aria-describedby="passphrase-strength"
        />
        <div className="strength" id="passphrase-strength">
          <span className="strength-bars" aria-hidden>
            {[1, 2, 3, 4].map((step) => (
              <i key={step} className={strength.level >= step ? `strength-${strength.level < 2 ? 'low' : 'good'}` : ''} />
            ))}
          </span>
          <span className="small t2" aria-live="polite">
            {passphrase === '' ? `At least ${String(least)} characters; four or more unrelated words are good.` : strength.says}
          </span>
        </div>
      </div>
      <PasswordInput
        size="md"
        label="The same again"
        autoComplete="new-password"
        value={again}
        onChange={(event) => {
          take(passphrase, event.currentTarget.value);
        }}
        error={differ ? 'The two are not the same yet' : null}
        aria-invalid={differ || undefined}
      />
    </>
  );
}

/** Fewer characters are refused: of a passphrase of this computer's copy, and of a file that leaves it. */
const leastLength = 8;
const leastThatLeaves = 12;

interface Strength {
  /** 0 (none) to 4 (very good). */
  readonly level: 0 | 1 | 2 | 3 | 4;
  readonly enough: boolean;
  readonly says: string;
}

const says = ['', 'Weak: easily guessed. Add words.', 'Fair: better with another word.', 'Good.', 'Very good.'] as const;

/** A hint, not a measure: length counts most, then variety; repeats and one kind of character count less. */
export function judgePassphrase(passphrase: string, least = leastLength): Strength {
  const length = Array.from(passphrase).length;
  if (length < least) return { level: length === 0 ? 0 : 1, enough: false, says: `Too short: ${String(least - length)} more to go.` };
  const bits = guessBits(passphrase);
  const level = bits < 40 ? 1 : bits < 55 ? 2 : bits < 75 ? 3 : 4;
  return { level, enough: true, says: says[level] };
}

/** Rough bits: distinct characters and words make guesses costly, a long run of the same ones does not. */
function guessBits(passphrase: string): number {
  const characters = Array.from(passphrase.toLowerCase());
  const distinct = new Set(characters).size;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(passphrase)).length;
  const perCharacter = 1.6 + 0.7 * kinds;
  const effective = Math.min(characters.length, distinct * 2);
  return effective * perCharacter;
}
