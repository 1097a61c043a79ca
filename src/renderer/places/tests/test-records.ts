import type { ListedTest } from '../../../shared/calls/terms.ts';
import type { Condition } from '../../../shared/query.ts';

/** The filters that leave the records of a test, or those of them with a unit or range as sent (null: with none). */
export function recordsOf(
  { test, serviceCode }: ListedTest,
  met: { readonly unit?: string | null; readonly range?: string | null } = {},
): readonly Condition[] {
  return [
    isSent('test', test),
    isSent('service_code', serviceCode),
    ...(met.unit === undefined ? [] : [isSent('unit', met.unit)]),
    ...(met.range === undefined ? [] : [isSent('reference_range', met.range)]),
  ];
}

function isSent(column: string, text: string | null): Condition {
  return text === null || text === '' ? { column, op: 'missing', values: [] } : { column, op: '=', values: [text] };
}
