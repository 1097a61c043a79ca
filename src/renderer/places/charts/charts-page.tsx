import { createContext, use, type ReactNode } from 'react';
import '../../record/figures/charts.css';

/** Tab switch and export button, shown in the header of every chart tab. */
export const ChartTabs = createContext<ReactNode>(null);

/** Layout of a chart tab: a header with its controls, and its charts. */
export function ChartsPage({ controls, children }: { readonly controls?: ReactNode; readonly children: ReactNode }): ReactNode {
  return (
    <div className="charts">
      <header className="place-head charts-head">
        <h1>Charts</h1>
        {use(ChartTabs)}
        <div className="charts-controls">{controls}</div>
      </header>
      <div className="charts-body">{children}</div>
    </div>
  );
}
