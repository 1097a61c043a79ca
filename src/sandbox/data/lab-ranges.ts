import { limitsFor, type LabTest, type NumericTest } from './lab-tests.ts';
import type { Subject } from './subjects.ts';
import type { RangeStyle, Site } from './studies.ts';

/** The unit, decimals and factor in which a site reports a test. */
export interface Reporting {
  readonly unit: string;
  readonly decimals: number;
  readonly factor: number;
}

/** Sites with molar units convert the two tests that differ. */
export function reporting(test: NumericTest, site: Site): Reporting {
  if (site.molar && test.molar !== undefined) return test.molar;
  return { unit: test.unit, decimals: test.decimals, factor: 1 };
}

/** The reference range as this site's laboratory spells it for this subject; `undefined` where it gives none. */
export function rangeText(test: LabTest, site: Site, sex: Subject['sex']): string | undefined {
  if (test.kind === 'text') return test.range ?? undefined;
  const { low, high } = limitsFor(test, sex);
  const { unit, decimals, factor } = reporting(test, site);
  const text = (limit: number | undefined): string => ((limit ?? 0) * factor).toFixed(decimals);
  switch (test.range) {
    case 'none':
      return undefined;
    case 'below':
      return `< ${text(high)}`;
    case 'at-most':
      return `<=${text(high)}`;
    case 'at-least':
      return `>= ${text(low)}`;
    case 'with-unit':
      return `${low ?? 0}-${high ?? 0} ${unit}`;
    case 'closed':
      return closed(text(low), text(high), site.ranges);
  }
}

function closed(low: string, high: string, style: RangeStyle): string {
  if (style === 'comma') return `${low.replace('.', ',')} - ${high.replace('.', ',')}`;
  return style === 'tight' ? `${low}-${high}` : `${low} - ${high}`;
}
