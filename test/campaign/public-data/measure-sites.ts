import { tally, type Measure } from './measure.ts';
import { PILOT } from './studies.ts';

/** What the comparisons of sites find in the pilot study, whose subject numbers contain the site. No result is known to compare with. */
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
