import type { ReactNode } from 'react';
import './settings.css';

export function SettingsHead({ title, says }: { readonly title: string; readonly says: string }): ReactNode {
  return (
    <header>
      <h1>{title}</h1>
      <p className="t2 settings-lead">{says}</p>
    </header>
  );
}

/** A box of settings under a heading. */
export function SettingsGroup({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className="settings-group">
      <h2>{title}</h2>
      <div className="settings-box">{children}</div>
    </section>
  );
}

/** One setting or fact: what it is, what it means, and its control or value. */
export function SettingsLine({
  title,
  says,
  children,
}: {
  readonly title: string;
  readonly says?: ReactNode;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className="settings-line">
      <div>
        <div className="medium">{title}</div>
        {says !== undefined && <div className="small t2">{says}</div>}
      </div>
      <div className="settings-control">{children}</div>
    </div>
  );
}
