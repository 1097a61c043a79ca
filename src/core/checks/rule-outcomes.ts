import { setImmediate } from 'node:timers/promises';
import type { CheckRule } from '../../shared/checks/check-rule.ts';
import { mostFoundByRules, mostRules } from '../../shared/checks/rule-limits.ts';
import { createLruCache } from '../query/lru-cache.ts';
import type { Pause } from '../query/pause.ts';
import { generationNow, inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { currentGeneration } from '../store/database/seal.ts';
import { findByRule, type RuleOutcome } from './own-rules.ts';
import { formatCount } from '../../shared/format-count.ts';

/** The outcomes of rules on the records of one generation. */
export interface RuleOutcomes {
  readonly generation: number;
  /** Undefined if the rule was not among those run. */
  readonly of: (rule: CheckRule) => RuleOutcome | undefined;
}

/** An outcome, or how many records a rule found that exceeded the limit. */
type CachedOutcome = RuleOutcome | { readonly count: number };

/**
 * Runs rules, each once per generation however many callers ask; other work can run in between. Together they may find `most` records, in
 * the order given: a rule whose records exceed the limit is reported as not run.
 */
export function ruleOutcomes(
  study: StudyReader,
  { most = mostFoundByRules, pause = setImmediate }: { readonly most?: number; readonly pause?: Pause | undefined } = {},
): { readonly run: (rules: readonly CheckRule[]) => Promise<RuleOutcomes> } {
  let latest = { generation: -1, cached: createLruCache<CachedOutcome>(mostRules) };
  /** Returns null if a sync flipped. */
  const runAll = async (rules: readonly CheckRule[], generation: number): Promise<RuleOutcomes | null> => {
    if (latest.generation !== generation) latest = { generation, cached: createLruCache(mostRules) };
    const { cached } = latest;
    const outcomes = new Map<string, RuleOutcome>();
    let left = most;
    for (const rule of rules) {
      const asked = questionOf(rule);
      const known = cached.get(asked);
      const isKnown = known !== undefined && (!('count' in known) || known.count > left);
      const went = isKnown ? known : inSnapshot(study, () => (currentGeneration(study) === generation ? findByRule(study, rule) : null));
      if (went === null) return null;
      const records = 'found' in went ? went.found.length : 'count' in went ? went.count : 0;
      const outcome: RuleOutcome = 'count' in went || records > left ? { why: beyond(most) } : went;
      outcomes.set(asked, outcome);
      if ('found' in outcome) left -= records;
      if (isKnown) continue;
      cached.set(asked, 'found' in went && 'why' in outcome ? { count: records } : went);
      await pause();
    }
    return { generation, of: (rule) => outcomes.get(questionOf(rule)) };
  };
  return {
    run: async (rules) => {
      for (;;) {
        const outcomes = await runAll(rules, generationNow(study));
        if (outcomes !== null) return outcomes;
      }
    },
  };
}

function beyond(most: number): string {
  return `With it your own checks would find more than ${formatCount(most)} records. Narrow one of them.`;
}

/** Findings contain the rule's id, so the same conditions under another id are a different question. */
function questionOf({ id, dataset, where }: CheckRule): string {
  return JSON.stringify([id, dataset, where]);
}
