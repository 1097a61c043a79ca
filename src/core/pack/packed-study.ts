import type { PackedStudy } from '../vault/take-in.ts';
import type { OpenedPack } from './open-pack.ts';

/** What the vault keeps of a pack; its as-of is that of its oldest dataset; `confirmed`: all of them were. */
export function packedStudyOf({ header }: Pick<OpenedPack, 'header'>): PackedStudy & { readonly confirmed: boolean } {
  const { study, demo, seal, expires, madeAt, datasets } = header;
  const asOf = datasets.map((one) => one.asOf).toSorted()[0] ?? madeAt;
  const confirmed = datasets.every((one) => one.confirmed === true);
  return { study, demo, seal, confirmed, pack: { expires, madeAt, asOf, digest: seal.digest, due: datasets.map((one) => one.dataset) } };
}
