import { contract, type CallName, type Host } from '../../../src/shared/contract.ts';
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';
import { makeMessage, randomOf, type Message } from './messages.ts';
import { judgeSender, makeSender } from './senders.ts';
import { serveNoting, type Judging } from './serving.ts';

/**
 * Sends messages of every kind to every call of every host, over real ports, and each of them once more from a sender of some kind,
 * allowed or not: no wrong message is accepted, and no host crashes.
 */
export const campaign: Campaign = {
  name: 'ipc',
  says: 'synthetic messages are sent to every call of the three hosts, by allowed and forbidden senders',
  long: 1_000_000,
  short: 6_000,
  run: sendAll,
};

/** More failures add nothing new. */
const mostFailures = 10;

async function sendAll({ n, seed, say }: CampaignOptions): Promise<CampaignResult> {
  const random = randomOf(seed);
  const hosts = (['main', 'writer', 'reader'] as const).map(serveNoting);
  const failures: string[] = [];
  const counts = { taken: 0, refused: 0, 'too large': 0, 'sent to another host': 0, 'allowed senders': 0, 'forbidden senders': 0 };
  const called = new Set<string>();
  let sent = 0;
  try {
    for (; sent < n && failures.length < mostFailures; sent += 1) {
      const message = makeMessage(random);
      const host = hosts.find(({ host }) => random(5) > 0 && isServedBy(host, message.name)) ?? hosts[random(hosts.length)];
      if (host === undefined) break;
      const sender = makeSender(random);
      counts[sender.allowed ? 'allowed senders' : 'forbidden senders'] += 1;
      const failure = (await judge(host, message, counts)) ?? (await judgeSender(sender, message, random));
      if (failure !== null) failures.push(`message ${sent} of seed ${seed} to ${host.host}, ${message.name.slice(0, 40)}: ${failure}`);
      if (message.fits && isServedBy(host.host, message.name)) called.add(message.name);
      if ((sent + 1) % 100_000 === 0) say(`${sent + 1} of ${n} messages`);
    }
  } finally {
    for (const host of hosts) host.close();
  }
  const missed = Object.keys(contract).filter((name) => !called.has(name));
  // With few messages, not every call gets a valid one.
  if (sent >= 5000 && missed.length > 0) failures.push(`no message was made that fits ${missed.join(', ')}`);
  if (({} as { polluted?: unknown }).polluted !== undefined) failures.push('a message changed what every object inherits');
  return { cases: sent, failures, skipped: [], figures: { ...counts, calls: Object.keys(contract).length, 'calls reached': called.size } };
}

type Counts = Record<'taken' | 'refused' | 'too large' | 'sent to another host' | 'allowed senders' | 'forbidden senders', number>;

/** What went wrong with one message, or null. */
async function judge(host: Judging, message: Message, counts: Counts): Promise<string | null> {
  const { reply, reached } = await host.ask(message);
  const served = isServedBy(host.host, message.name);
  if (!served) counts['sent to another host'] += 1;
  if (reply.ok !== reached) return 'the reply does not say what happened';
  if (reached) {
    counts.taken += 1;
    return served && message.fits ? null : 'it was taken';
  }
  counts.refused += 1;
  const { code } = reply.ok ? { code: 'USAGE' } : reply.error;
  if (code === 'LIMIT') counts['too large'] += 1;
  else if (code !== 'USAGE') return `it was answered with ${code}`;
  return served && message.fits && code !== 'LIMIT' ? 'it was refused although it fits' : null;
}

function isServedBy(host: Host, name: string): boolean {
  return Object.hasOwn(contract, name) && contract[name as CallName].host === host;
}
