import type { ReactNode } from 'react';
import { responseLooks, type ShownResponse } from './response-look.ts';

interface Props {
  readonly paths: ReadonlyMap<ShownResponse, string>;
  /** Width of the line around them that parts them from what lies beneath. */
  readonly edge: number;
}

/** Shapes of responses: one path a response, so that very many stay light. */
export function ShapePaths({ paths, edge }: Props): ReactNode {
  return [...paths].map(([shown, d]) => (
    <path
      key={shown}
      d={d}
      fill={responseLooks[shown].color}
      stroke="var(--surface)"
      strokeWidth={edge}
      paintOrder="stroke"
      data-response={shown}
    />
  ));
}
