import { createHash } from 'node:crypto';
import type { CheckRule } from '../../shared/checks/check-rule.ts';

/**
 * Returns a digest of what a rule asks, regardless of its name and the order of its fields; another dataset or other conditions have
 * another digest.
 */
export function ruleDigest({ dataset, where }: Pick<CheckRule, 'dataset' | 'where'>): string {
  const asked = [dataset, where.map(({ column, op, values }) => [column, op, values])];
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}
