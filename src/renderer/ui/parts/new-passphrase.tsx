import { PasswordInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { judgePassphrase, leastLength } from './passphrase-strength.ts';
import './passphrase-strength.css';

/** A passphrase typed twice; null until it is long enough and both are the same. */
export function NewPassphrase({
  label,
  autoFocus = false,
  onChange,
}: {
  readonly label: string;
  readonly autoFocus?: boolean;
  readonly onChange: (passphrase: string | null) => void;
}): ReactNode {
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const strength = judgePassphrase(passphrase);
  const differ = again !== '' && again !== passphrase;
  const take = (typed: string, repeated: string): void => {
    setPassphrase(typed);
    setAgain(repeated);
    onChange(judgePassphrase(typed).enough && typed === repeated ? typed : null);
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
            {passphrase === '' ? `At least ${String(leastLength)} characters; four or more unrelated words are good.` : strength.says}
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
