import type { ReactNode } from 'react';
import { usePlace } from '../../data/model/model-context.ts';
import { subjectPlace } from '../../data/model/place.ts';

interface Props {
  readonly study: string;
  readonly subject: string;
}

/** The identifier of a subject in a table; a press opens its page, unless it ends the marking of a text. */
export function SubjectLink({ study, subject }: Props): ReactNode {
  const { go } = usePlace();
  return (
    <button
      type="button"
      className="bare-link"
      title={`Open subject ${subject}`}
      onClick={() => {
        if (getSelection()?.isCollapsed !== false) go(subjectPlace(study, subject));
      }}
    >
      {subject}
    </button>
  );
}
