import type { ReactNode } from 'react';
import { usePlace } from '../../data/model/model-context.ts';
import { studyPlace, type RecordAddress } from '../../data/model/place.ts';

/** Opens a record in the inspector beside the issues. */
export function OpenRecord({ study, record }: { readonly study: string; readonly record: RecordAddress }): ReactNode {
  const { go } = usePlace();
  return (
    <button
      type="button"
      className="link small"
      onClick={() => {
        go(studyPlace(study, 'issues', record));
      }}
    >
      Open
    </button>
  );
}
