import type { Anchor } from '../../shared/protection-schemas.ts';
import { defaultAnchor } from '../views/list-anchors.ts';
import type { ListingSource } from './listing.ts';

/** The window's default anchor: the first treatment visit or the baseline assessment; null for a study that has neither. */
export async function usualAnchor({ study, tally }: ListingSource): Promise<Anchor | null> {
  return tally.with((known) => defaultAnchor(study, known).anchor);
}
