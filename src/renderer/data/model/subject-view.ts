import type { AnnotationOf } from '../../../shared/annotations.ts';
import { recordDatasets } from '../../../shared/datasets/record-datasets.ts';
import type { Anchor } from '../../../shared/protection-schemas.ts';

type StoredView = AnnotationOf<'subject-view'>;

/** The unit of the time axis. */
export type AxisKind = StoredView['axis'];

/** The anchor that days are counted from. */
export type AnchorChoice = StoredView['anchor'];

/** The tables below the figure: one for each dataset, then changes and notes. */
export const tableNames = [...recordDatasets, 'changes', 'notes'] as const;
export type TableName = (typeof tableNames)[number];

/** The view settings of a study's subject pages, shared by all its subjects. */
export interface SubjectView {
  readonly axis: AxisKind;
  readonly anchor: AnchorChoice;
  /** Tests that are drawn; null for the default choice. */
  readonly labs: readonly string[] | null;
  readonly vitals: readonly string[] | null;
  /** The unit chosen for a test with several units. Kept in memory only, like `table`. */
  readonly units: Readonly<Record<string, string>>;
  readonly table: TableName;
}

/** By study, for those whose view was changed since the unlock. Cleared at a lock. */
export type SubjectViews = ReadonlyMap<string, SubjectView>;

export const firstView: SubjectView = { axis: 'days', anchor: { kind: 'baseline' }, labs: null, vitals: null, units: {}, table: 'labs' };

/** The default anchor of a subject page, given that of the study's figures (null if the study has none). */
export function usualAnchor(anchor: Anchor | null): AnchorChoice {
  if (anchor === null) return firstView.anchor;
  return anchor.kind === 'visit' ? { kind: 'visit', visit: anchor.label } : anchor;
}
