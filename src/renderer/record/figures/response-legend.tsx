import type { ReactNode } from 'react';
import type { Waterfall } from '../../../shared/derive/response-charts.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { responseLooks, shapePath, shownResponse, shownResponses } from './response-look.ts';

/** How many subjects have each best response, with its shape and colour. */
export function ResponseLegend({ waterfall: { bars } }: { readonly waterfall: Waterfall }): ReactNode {
  const counts = shownResponses.map((code) => ({ code, count: bars.filter(({ best }) => shownResponse(best) === code).length }));
  return (
    <dl className="response-legend">
      <dt className="tiny t3">Best response</dt>
      {counts
        .filter(({ count }) => count > 0)
        .map(({ code, count }) => (
          <dd key={code} className="num">
            <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden>
              <path d={shapePath(code, 6, 6, 4)} fill={responseLooks[code].color} />
            </svg>
            {responseLooks[code].words} {formatCount(count)}
          </dd>
        ))}
    </dl>
  );
}
