import { type ReactNode, useMemo, useState } from 'react';
import type { JsonLine } from './json-lines.ts';

/** Number of lines shown at first, because a Group can list thousands of subjects. */
const mostLines = 1500;

/** The resource as sent; only white space differs. */
export function RawTab({ lines }: { readonly lines: readonly JsonLine[] }): ReactNode {
  const [all, setAll] = useState(false);
  const shown = useMemo(() => (all ? lines : lines.slice(0, mostLines)), [lines, all]);
  return (
    <>
      <ol className="json mono selectable" tabIndex={0} aria-label="The resource as sent">
        {shown.map((line, index) => (
          <li key={index} className={line.marked ? 'json-marked' : ''}>
            {line.parts.map((part, place) => (
              <span key={place} className={`json-${part.kind}`}>
                {part.text}
              </span>
            ))}
          </li>
        ))}
      </ol>
      {shown.length < lines.length && (
        <button
          type="button"
          className="link small fields-more"
          onClick={() => {
            setAll(true);
          }}
        >
          Show all {lines.length} lines
        </button>
      )}
    </>
  );
}
