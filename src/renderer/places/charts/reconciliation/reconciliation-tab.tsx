import type { ReactNode } from 'react';
import type { StudyCard } from '../../../../shared/contract.ts';
import { ChartsPage } from '../charts-page.tsx';
import { usePlace } from '../../../data/model/model-context.ts';
import { studyPlace } from '../../../data/model/place.ts';
import { ReconciliationView } from './reconciliation.tsx';

/** The reconciliation among the charts; records open beside it. */
export function ReconciliationTab({ card }: { readonly card: StudyCard }): ReactNode {
  const { place, go } = usePlace();
  const record = place.name === 'study' ? place.record : null;
  return (
    <ChartsPage>
      <ReconciliationView
        card={card}
        openKey={record?.key ?? null}
        onRecord={(key) => {
          go(studyPlace(card.study, 'charts', { dataset: 'responses', key }));
        }}
      />
    </ChartsPage>
  );
}
