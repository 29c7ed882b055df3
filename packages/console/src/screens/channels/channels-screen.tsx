import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/permissions.ts';
import { openConflictsQuery } from '../../api/queries/attention.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { WhoMay } from '../../ui/who-may.tsx';
import { Conflicts } from './conflicts.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { Connections } from './connections.tsx';
import { OurCalendars } from './our-calendars.tsx';

const route = getRouteApi('/channels');

export function ChannelsScreen() {
  const { channels: texts } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changed: Partial<typeof search>): void =>
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false });
  const may = useMay();
  const [isConnecting, setConnecting] = useState(false);
  const { data: open } = useQuery(openConflictsQuery);
  const conflicts = (
    <Conflicts
      isResolved={search.state === 'resolved'}
      onSelect={(isResolved) => change({ state: isResolved ? 'resolved' : undefined })}
    />
  );
  const ours = <OurCalendars chosen={search.resource} onChoose={(resource) => change({ resource })} />;
  return (
    <Screen
      title={texts.title}
      actions={
        may('operate') ? (
          <Button onPress={() => setConnecting(true)}>{texts.connect}</Button>
        ) : (
          <WhoMay permission="operate" />
        )
      }
    >
      <Tabs
        label={texts.tabs}
        selected={search.tab ?? 'connections'}
        onSelect={(tab) => change({ tab })}
        tabs={[
          { id: 'connections', title: texts.connections, content: <Connections /> },
          { id: 'ours', title: texts.ours, content: ours },
          { id: 'conflicts', title: texts.conflicts, count: open?.length ?? 0, content: conflicts },
        ]}
      />
      {isConnecting && <ConnectDialog onClose={() => setConnecting(false)} />}
    </Screen>
  );
}
