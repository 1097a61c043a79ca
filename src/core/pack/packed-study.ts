import type { PackedStudy } from '../vault/studies/take-in.ts';
import type { OpenedPack } from './open-pack.ts';

/** What the vault stores of a pack. Its as-of time is that of its oldest dataset. `confirmed`: all datasets were. */
export function packedStudyOf({ header }: Pick<OpenedPack, 'header'>): PackedStudy & { readonly confirmed: boolean } {
  const { study, demo, seal, expires, madeAt, datasets } = header;
  const asOf = datasets.map((one) => one.asOf).toSorted()[0] ?? madeAt;
  const confirmed = datasets.every((one) => one.confirmed === true);
  return { study, demo, seal, confirmed, pack: { expires, madeAt, asOf, digest: seal.digest, due: datasets.map((one) => one.dataset) } };
}
