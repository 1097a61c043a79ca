import type { DiskState } from '../../../shared/calls/offline.ts';
import type { SecurityState } from '../../../shared/calls/security.ts';
import type { StudyCard } from '../../../shared/contract.ts';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { defaultSecurity } from '../../../shared/security.ts';
import { formatSize } from '../../ui/format/numbers.ts';
import type { SettingsSection } from '../../data/model/place.ts';
import { packState } from '../../record/site-pack/pack-state.ts';
import { disagreementsOf } from './disagreements.ts';
import { describeAsOf, momentOf } from '../../ui/parts/as-of.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

export type CheckState = 'ready' | 'attention' | 'not ready';

/** What the user can do about a check. */
export type CheckStep =
  | { readonly kind: 'sync'; readonly study: string }
  | { readonly kind: 'decide'; readonly study: string; readonly dataset: DatasetName }
  | { readonly kind: 'open-pack' }
  | { readonly kind: 'add-study' }
  | { readonly kind: 'settings'; readonly section: SettingsSection };

/** Result of one check before travelling. */
export interface Check {
  readonly id: string;
  readonly title: string;
  readonly state: CheckState;
  /** Sentences: what was found, and what follows from it. */
  readonly says: string;
  readonly step: CheckStep | null;
}

export interface ReadinessFacts {
  readonly cards: readonly StudyCard[];
  /** Studies that are being synced. */
  readonly syncing: readonly string[];
  /** Null while unknown. */
  readonly security: SecurityState | null;
  readonly disk: DiskState | null;
  /** Copies of this age or older are stale; null if never. */
  readonly staleAfterHours: number | null;
  readonly now: Date;
}

export interface Readiness {
  /** The worst state of all checks. */
  readonly state: CheckState;
  readonly studies: readonly Check[];
  readonly computer: readonly Check[];
}

/** Bytes. With less free space, exports and syncs may fail halfway. */
const leastRoom = 50_000_000;
/** Bytes. With less than this or twice the largest study, something may not fit: making a site pack needs that much. */
const goodRoom = 500_000_000;
/** A pack that expires within this many days needs attention. */
const soonDays = 3;

/** Judges what the user should know before going offline. */
export function judgeReadiness(facts: ReadinessFacts): Readiness {
  const studies = facts.cards.length === 0 ? [noStudy] : facts.cards.map((card) => judgeStudy(card, facts));
  const computer = [
    ...(facts.security === null ? [] : [judgeKey(facts.security), judgeLock(facts.security)]),
    ...(facts.disk === null ? [] : [judgeRoom(facts.disk, facts.cards), judgeWriting(facts.disk)]),
  ];
  return { state: worstOf([...studies, ...computer]), studies, computer };
}

function worstOf(checks: readonly Check[]): CheckState {
  if (checks.some(({ state }) => state === 'not ready')) return 'not ready';
  return checks.some(({ state }) => state === 'attention') ? 'attention' : 'ready';
}

const noStudy: Check = {
  id: 'no-study',
  title: 'Studies',
  state: 'not ready',
  says: 'There is no study on this computer yet. Add one and sync it, or open a site pack.',
  step: { kind: 'add-study' },
};

/** Reports only the most serious problem of a study, in most cases with the state of its copy. */
function judgeStudy(card: StudyCard, facts: ReadinessFacts): Check {
  const { study, status, sitePack, problem } = card;
  const asOf = describeAsOf(status, facts);
  const pack = sitePack === null ? null : packState(sitePack, facts.now);
  const found = (state: CheckState, says: string, step: CheckStep | null): Check => ({
    id: `study ${study}`,
    title: study,
    state,
    says,
    step,
  });
  const sync: CheckStep = { kind: 'sync', study };
  if (pack?.over === true) return found('not ready', `${pack.says}. Open a newer pack, or sync the study.`, { kind: 'open-pack' });
  if (problem !== null) return found('not ready', problem.message, null);
  if (!asOf.ready) return found('not ready', `${copyOf(asOf)}. Sync it until all datasets are complete.`, sync);
  const pending = status.datasets.find(({ pending }) => pending !== null);
  if (pending !== undefined)
    return found('not ready', `${copyOf(asOf)}: decide before you leave.`, { kind: 'decide', study, dataset: pending.dataset });
  const reasons = disagreementsOf(status);
  if (reasons.length > 0) return found('not ready', `${copyOf(asOf)}. The datasets list different subjects: ${reasons.join('; ')}.`, sync);
  if (facts.syncing.includes(study))
    return found('attention', `${copyOf(asOf)}. A sync is running. Let it finish, or the copy stays as it is.`, null);
  const ends = pack === null ? '' : ` ${pack.says}.`;
  if (asOf.stale !== null)
    return found('attention', `${copyOf(asOf)}, ${asOf.stale}: older than the age chosen in the settings.${ends}`, sync);
  if (asOf.state === 'attention') return found('attention', `${copyOf(asOf)}.${ends}`, sync);
  if (pack !== null && pack.daysLeft <= soonDays)
    return found('attention', `${copyOf(asOf)}.${ends} Ask for a newer pack if the journey is longer.`, { kind: 'open-pack' });
  return found('ready', `${copyOf(asOf)}.${ends}`, null);
}

/** "Complete as of 14 May 2026, 14:05, 5 of 5 passes add up". */
function copyOf(asOf: ReturnType<typeof describeAsOf>): string {
  const lead = asOf.moment === null ? asOf.lead : `${asOf.lead} ${momentOf(asOf)}`;
  return asOf.rest === '' ? lead : `${lead}, ${asOf.rest}`;
}

const security: CheckStep = { kind: 'settings', section: 'security' };

/** A passphrase is enough offline; the system key store alone is not certain to be. */
function judgeKey({ passphrase, keyStore, store }: SecurityState): Check {
  const found = (state: CheckState, says: string, step: CheckStep | null): Check => ({ id: 'key', title: 'Key', state, says, step });
  if (passphrase) {
    const also = keyStore === 'off' ? '' : ' The system key store may open it as well; it is not needed.';
    return found('ready', `Opens with the passphrase, without a network or key store.${also} Make sure you know it.`, null);
  }
  if (!store.available)
    return found(
      'not ready',
      'Only the system key store opens this copy, and it is not responding. Set a passphrase before you lock Carrel.',
      security,
    );
  return found(
    'attention',
    `Only the system key store (${store.backend}) opens this copy. If your account is reset or the key store needs a network, nothing can open it. Set a passphrase.`,
    security,
  );
}

function judgeLock({ lockAfterMinutes, lockWithComputer }: SecurityState): Check {
  const after = `Locks after ${formatCountOf(lockAfterMinutes, 'minute')} of inactivity`;
  const weak = !lockWithComputer || lockAfterMinutes > defaultSecurity.lockAfterMinutes;
  return {
    id: 'lock',
    title: 'Lock',
    state: weak ? 'attention' : 'ready',
    says: `${after}${lockWithComputer ? ' and when the computer sleeps or is locked.' : ', but not when the computer sleeps or is locked.'}${weak ? ' When travelling, a shorter time and locking with the computer protect better.' : ''}`,
    step: weak ? security : null,
  };
}

function judgeRoom({ free }: DiskState, cards: readonly StudyCard[]): Check {
  const largest = Math.max(0, ...cards.map(({ size }) => size ?? 0));
  const wanted = Math.max(goodRoom, 2 * largest);
  const found = (state: CheckState, says: string): Check => ({ id: 'room', title: 'Disk space', state, says, step: null });
  if (free === null) return found('attention', 'The system does not report how much space is left. Check it yourself.');
  if (free < leastRoom) return found('not ready', `Only ${formatSize(free)} free. Exports and notes may fail. Free up space.`);
  if (free < wanted)
    return found('attention', `${formatSize(free)} free. Large exports or packs may not fit; ${formatSize(wanted)} is recommended.`);
  return found('ready', `${formatSize(free)} are free.`);
}

function judgeWriting({ problem }: DiskState): Check {
  return {
    id: 'writing',
    title: 'Writing',
    state: problem === null ? 'ready' : 'not ready',
    says: problem === null ? 'A test file was written to the data folder and deleted.' : problem.message,
    step: null,
  };
}

export const stateWords: Readonly<Record<CheckState, string>> = { ready: 'Ready', attention: 'Attention', 'not ready': 'Not ready' };

export const verdicts: Readonly<Record<CheckState, string>> = {
  ready: 'Ready for offline',
  attention: 'Ready, with points to check',
  'not ready': 'Not ready for offline',
};

/** The checks as plain text, for a file or email. Contains study numbers and times, but no values of records. */
export function reportText({ state, studies, computer }: Readiness, at: Date): string {
  const lines = (title: string, checks: readonly Check[]): readonly string[] =>
    checks.length === 0 ? [] : ['', title, ...checks.map((check) => `[${stateWords[check.state]}] ${check.title}: ${check.says}`)];
  return [
    `Carrel, ${formatMoment(at.toISOString())}: ${verdicts[state]}`,
    ...lines('Studies', studies),
    ...lines('This computer', computer),
    '',
  ].join('\n');
}
