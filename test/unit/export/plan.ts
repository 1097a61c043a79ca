import type { ExportPart, ExportPlan } from '../../../src/core/export/export-plan.ts';
import type { Made } from '../../../src/shared/engine-protocol.ts';

/** What a test specifies of an export of one dataset; the rest has defaults. */
export type Asked = Partial<ExportPart> & Partial<Omit<ExportPlan, 'parts'>> & Pick<ExportPart, 'selection'>;

export function planOf({ selection, sort = [], columns = [], ...more }: Asked): ExportPlan {
  return {
    parts: [{ selection, sort, columns }],
    vocabulary: 'plain',
    format: 'csv',
    delimiter: ',',
    zip: null,
    protection: null,
    ...more,
  };
}

export const made: Made = { id: '5f0c6f6a-0000-4000-8000-000000000000', at: '2026-11-22T12:00:00.000Z', by: '0.1.0', demo: true };
