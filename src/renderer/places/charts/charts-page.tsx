import { createContext, use, type ReactNode } from 'react';
import '../../record/figures/charts.css';

/** The way to the other charts, which stands in the head of each. */
export const ChartTabs = createContext<ReactNode>(null);

/** One tab of the charts: the head with what is chosen for it, and its charts. */
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
