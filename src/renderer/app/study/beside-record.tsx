import type { ReactNode } from 'react';
import { RecordInspector } from '../../record/inspector/record-inspector.tsx';
import { usePlace } from '../../data/model/model-context.ts';
import { studyPlace, type InStudy } from '../../data/model/place.ts';

/** A list of records with the one that is open beside it. */
export function BesideRecord({ place, children }: { readonly place: InStudy; readonly children: ReactNode }): ReactNode {
  const { go } = usePlace();
  const { study, section, record } = place;
  return (
    <div className="beside-record" data-open={record !== null}>
      {children}
      {record !== null && (
        <RecordInspector
          study={study}
          dataset={record.dataset}
          recordKey={record.key}
          firstTab={section === 'notes' ? 'notes' : 'fields'}
          onClose={() => {
            go(studyPlace(study, section));
          }}
        />
      )}
    </div>
  );
}
