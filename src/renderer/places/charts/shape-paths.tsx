import type { ReactNode } from 'react';
import { responseStyles, type ShownResponse } from '../../record/figures/response-style.ts';

interface Props {
  readonly paths: ReadonlyMap<ShownResponse, string>;
  /** Width of the outline that separates them from what is underneath. */
  readonly edge: number;
}

/** Shapes of responses, one path per response, so that many shapes stay cheap to render. */
export function ShapePaths({ paths, edge }: Props): ReactNode {
  return [...paths].map(([shown, d]) => (
    <path
      key={shown}
      d={d}
      fill={responseStyles[shown].color}
      stroke="var(--surface)"
      strokeWidth={edge}
      paintOrder="stroke"
      data-response={shown}
    />
  ));
}
