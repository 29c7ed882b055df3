import { getRouteApi } from '@tanstack/react-router';
import { useTexts } from '../../texts/use-texts.ts';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { WhoMay } from '../../ui/who-may.tsx';
import { Account } from './account.tsx';
import { MailSettings } from './mail-settings.tsx';
import { MailTemplates } from './mail-templates.tsx';
import { Property } from './property.tsx';
import { Resources } from './resources.tsx';
import { RoomTypes } from './room-types.tsx';
import { Sessions } from './sessions.tsx';
import css from './settings.module.css';
import { ThisBrowser } from './this-browser.tsx';

const route = getRouteApi('/settings');

export function SettingsScreen() {
  const { settings: texts } = useTexts();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Screen title={texts.title}>
      <Tabs
        label={texts.tabs}
        selected={tab ?? 'you'}
        onSelect={(chosen) => void navigate({ search: { tab: chosen }, replace: true })}
        tabs={[
          { id: 'you', title: texts.you, content: <You /> },
          { id: 'property', title: texts.property, content: <OfProperty /> },
          { id: 'mails', title: texts.mails, content: <Mails /> },
        ]}
      />
    </Screen>
  );
}

function You() {
  return (
    <div className={css.stack}>
      <div className={css.columns}>
        <ThisBrowser />
        <Account />
      </div>
      <Sessions />
    </div>
  );
}

function OfProperty() {
  return (
    <div className={css.stack}>
      <WhoMay permission="operate" />
      <Property />
      <Resources />
      <RoomTypes />
    </div>
  );
}

function Mails() {
  return (
    <div className={css.stack}>
      <WhoMay permission="operate" />
      <MailSettings />
      <MailTemplates />
    </div>
  );
}
