import type { AnnotationOf } from '../../../shared/annotations.ts';
import { recordDatasets } from '../../../shared/datasets/record-datasets.ts';
import type { Anchor } from '../../../shared/protection-schemas.ts';

type StoredView = AnnotationOf<'subject-view'>;

/** What the time axis counts. */
export type AxisKind = StoredView['axis'];

/** What days are counted from. */
export type AnchorChoice = StoredView['anchor'];

/** The tables beneath the figure: one for each dataset, then what changed and what people wrote. */
export const tableNames = [...recordDatasets, 'changes', 'notes'] as const;
export type TableName = (typeof tableNames)[number];

/** How the pages of a study's subjects are set: it stays from subject to subject. */
export interface SubjectView {
  readonly axis: AxisKind;
  readonly anchor: AnchorChoice;
  /** Tests that are drawn; null: the most telling ones. */
  readonly labs: readonly string[] | null;
  readonly vitals: readonly string[] | null;
  /** The unit that was chosen for a test that comes in several. In memory only, as the table is. */
  readonly units: Readonly<Record<string, string>>;
  readonly table: TableName;
}

/** By study, as far as something was changed since the window was unlocked; emptied on lock. */
export type SubjectViews = ReadonlyMap<string, SubjectView>;

export const firstView: SubjectView = { axis: 'days', anchor: { kind: 'baseline' }, labs: null, vitals: null, units: {}, table: 'labs' };

/** What days are counted from unless somebody chooses otherwise, as the study's figures have it; null: there is nothing for the study. */
export function usualAnchor(anchor: Anchor | null): AnchorChoice {
  if (anchor === null) return firstView.anchor;
  return anchor.kind === 'visit' ? { kind: 'visit', visit: anchor.label } : anchor;
}
