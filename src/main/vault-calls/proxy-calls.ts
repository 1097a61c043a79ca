import type { Handlers } from '../../shared/rpc.ts';
import type { ChosenProxySignIns } from '../platform/chosen-proxy-sign-ins.ts';

type ProxyCalls = Pick<Handlers<'main'>, 'proxy.list' | 'proxy.keep' | 'proxy.forget'>;

/** Calls on user names and passwords for proxies. Passwords are never returned. */
export function proxyCalls({ list, choose }: Pick<ChosenProxySignIns, 'list' | 'choose'>): ProxyCalls {
  return {
    'proxy.list': () => [...list()].map(([proxy, { user }]) => ({ proxy, user })),
    'proxy.keep': ({ proxy, user, password }) => {
      choose(proxy, { user, password });
    },
    'proxy.forget': ({ proxy }) => {
      choose(proxy, null);
    },
  };
}
