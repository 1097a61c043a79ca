import { PasswordInput, TextInput } from '@mantine/core';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import type { ProxyAsks } from '../../../shared/proxy-asks.ts';
import { useModel } from '../../data/model/model-context.ts';
import { ProblemNote } from './states.tsx';
import { ReasonButton } from './buttons.tsx';
import { useAttempt } from './use-attempt.ts';

/** Host and port of a proxy URL. */
export function proxyName(proxy: string): string {
  return new URL(proxy).host || proxy;
}

interface Props {
  readonly asks: ProxyAsks;
  readonly onStored: () => void;
}

/** Asks for the user name and password of a proxy, warns if they can be read on the way there, and stores them. */
export function ProxySignInForm({ asks, onStored }: Props): ReactNode {
  const { data } = useModel();
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const { busy, problem, attempt } = useAttempt();
  const name = proxyName(asks.proxy);
  const reason = busy ? 'Saving is in progress.' : user.trim() === '' ? 'Enter the user name first.' : null;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (reason !== null) return;
    attempt(async () => {
      await data.call('proxy.keep', { proxy: asks.proxy, user: user.trim(), password });
      onStored();
    });
  };
  return (
    <form className="dialog-form" aria-label={`Proxy ${name}`} onSubmit={submit}>
      <p className="t2">
        {asks.isRefused
          ? `The proxy ${name} rejected the user name and password.`
          : `Your network’s proxy ${name} requires a user name and password.`}{' '}
        {asks.overTls
          ? 'They are sent to it over TLS.'
          : 'The connection to this proxy does not use TLS: they can be read on the network between this computer and the proxy.'}{' '}
        The proxy cannot read what is sent to your service.
      </p>
      <TextInput
        label="User name for the proxy"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={user}
        onChange={(event) => {
          setUser(event.currentTarget.value);
        }}
      />
      <PasswordInput
        label="Password for the proxy"
        autoComplete="off"
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
        }}
      />
      <ProblemNote problem={problem} />
      <div className="dialog-foot">
        <ReasonButton variant="filled" type="submit" reason={reason} shown>
          Save for this proxy
        </ReasonButton>
      </div>
    </form>
  );
}
