import type { Anchor } from '../../shared/protection-schemas.ts';
import { defaultAnchor } from '../views/list-anchors.ts';
import type { ListingSource } from './listing.ts';

/** As the window begins: the first visit of treatment or the baseline assessment; null in a study that has neither. */
export async function usualAnchor({ study, tally }: ListingSource): Promise<Anchor | null> {
  return tally.with((known) => defaultAnchor(study, known).anchor);
}
