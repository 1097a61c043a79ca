import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** Keeps what an OAuth server issued in memory, so that it outlives that server. */
export function createTokenStore(): AdapterFactory {
  const kept = new Map<string, AdapterPayload>();
  return (model): Adapter => {
    const keyOf = (id: string): string => `${model}:${id}`;
    return {
      upsert: async (id, payload) => {
        kept.set(keyOf(id), payload);
      },
      find: async (id) => kept.get(keyOf(id)),
      findByUid: async () => undefined,
      findByUserCode: async () => undefined,
      consume: async () => undefined,
      destroy: async (id) => {
        kept.delete(keyOf(id));
      },
      revokeByGrantId: async () => undefined,
    };
  };
}
