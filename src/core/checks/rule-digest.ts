import { createHash } from 'node:crypto';
import type { CheckRule } from '../../shared/checks/check-rule.ts';

/** What a rule asks, whatever it is called and however its fields stand: another dataset or other conditions have another digest. */
export function ruleDigest({ dataset, where }: Pick<CheckRule, 'dataset' | 'where'>): string {
  const asked = [dataset, where.map(({ column, op, values }) => [column, op, values])];
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}
