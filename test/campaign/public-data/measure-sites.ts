import { tally, type Measure } from './measure.ts';
import { PILOT } from './studies.ts';

/** What the looks at sites ask of the pilot study, whose subject numbers have the site. Nothing is known that it should be equal to. */
export const sites: Measure = {
  name: 'sites',
  async take({ mirrored }) {
    const rows = await mirrored.listing(PILOT, 'site-looks');
    const asked = rows.filter((row) => row['Asked'] === 'Y').map((row) => `${row['Site'] ?? ''}: ${row['Comparison'] ?? ''}`);
    return {
      figures: { 'comparisons of sites': rows.length, 'questions of sites': asked.length === 0 ? 0 : tally(asked, 40) },
      failures: rows.some((row) => row['Site'] === '701') ? [] : ['Site 701, which the subject numbers tell, is not compared.'],
    };
  },
};
