import { Button } from '@mantine/core';
import {
  IconArchive,
  IconChevronLeft,
  IconInfoCircle,
  IconListDetails,
  IconRefresh,
  IconServer2,
  IconShield,
  IconSun,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TopBar } from '../../ui/frame/top-bar.tsx';
import { usePlace } from '../../data/model/model-context.ts';
import { settingsPlace, type Place, type SettingsSection } from '../../data/model/place.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { About } from './about.tsx';
import { AuditTrail } from './audit-trail.tsx';
import { Appearance } from './appearance.tsx';
import { BackupSettings } from './backup-settings.tsx';
import { ConnectionSettings } from './connection-settings.tsx';
import { Security } from './security.tsx';
import { SyncSettings } from './sync-settings.tsx';

const sections: readonly { readonly name: SettingsSection; readonly title: string; readonly icon: Icon }[] = [
  { name: 'connection', title: 'Connection', icon: IconServer2 },
  { name: 'security', title: 'Security', icon: IconShield },
  { name: 'appearance', title: 'Appearance', icon: IconSun },
  { name: 'sync', title: 'Sync', icon: IconRefresh },
  { name: 'backup', title: 'Backup', icon: IconArchive },
  { name: 'audit', title: 'Audit trail', icon: IconListDetails },
  { name: 'about', title: 'About', icon: IconInfoCircle },
];

export function SettingsPlace({ place }: { readonly place: Extract<Place, { readonly name: 'settings' }> }): ReactNode {
  const { go } = usePlace();
  return (
    <div className="settings-frame">
      <TopBar>
        <Button
          variant="subtle"
          className="settings-back"
          onClick={() => {
            go(place.back);
          }}
          leftSection={<Glyph of={IconChevronLeft} size={14} />}
        >
          Back to {place.back.name === 'study' ? place.back.study : 'studies'}
        </Button>
        <div className="top-bar-space" />
      </TopBar>
      <div className="settings-body">
        <nav className="settings-nav" aria-label="Settings">
          <h1>Settings</h1>
          {sections.map(({ name, title, icon }) => (
            <button
              key={name}
              type="button"
              className="rail-item"
              aria-current={place.section === name ? 'page' : undefined}
              onClick={() => {
                go(settingsPlace(name, place));
              }}
            >
              <Glyph of={icon} />
              <span>{title}</span>
            </button>
          ))}
        </nav>
        <main className="settings-main">
          <SectionView section={place.section} />
        </main>
      </div>
    </div>
  );
}

function SectionView({ section }: { readonly section: SettingsSection }): ReactNode {
  switch (section) {
    case 'connection':
      return <ConnectionSettings />;
    case 'security':
      return <Security />;
    case 'appearance':
      return <Appearance />;
    case 'sync':
      return <SyncSettings />;
    case 'backup':
      return <BackupSettings />;
    case 'audit':
      return <AuditTrail />;
    case 'about':
      return <About />;
  }
}
