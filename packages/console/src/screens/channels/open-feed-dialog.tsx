import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { connectionsQuery } from '../../api/queries/attention.ts';
import { listingsQuery } from '../../api/queries/channels.ts';
import { useWrite } from '../../api/use-write.ts';
import { hostOf } from '../../domain/host-of.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { SelectField, TextField } from '../../ui/fields/field.tsx';

interface OpenFeedDialogProps {
  readonly resourceId: string;
  readonly onOpened: (address: string) => void;
  readonly onClose: () => void;
}

/** A calendar for another channel; without the events that came from that channel, which knows them. */
export function OpenFeedDialog({ resourceId, onOpened, onClose }: OpenFeedDialogProps) {
  const { channels: texts } = useTexts();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const mapped = useConnectionsOf(resourceId);
  const excluded = chosen ?? mapped[0]?.id ?? '';
  const { run, isBusy, error } = useWrite(
    (body: { name?: string; excludeConnectionId?: string }) =>
      lodging.resources.createFeedToken(resourceId, body),
    { after: ({ url }) => onOpened(url) },
  );
  const submit = () =>
    run({
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(excluded !== '' && { excludeConnectionId: excluded }),
    });
  return (
    <FormDialog
      title={texts.openFeed}
      confirm={texts.openFeed}
      error={error}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={texts.feedName} value={name} onChange={({ target }) => setName(target.value)} />
      <SelectField
        label={texts.excluded}
        choices={[
          { value: '', label: texts.noneExcluded },
          ...mapped.map(({ id, feedUrl }) => ({ value: id, label: hostOf(feedUrl) })),
        ]}
        value={excluded}
        onChange={({ target }) => setChosen(target.value)}
      />
    </FormDialog>
  );
}

/** The connections that take nights of the resource. */
function useConnectionsOf(resourceId: string) {
  const { data: connections = [] } = useQuery(connectionsQuery);
  const listings = useQueries({ queries: connections.map(({ id }) => listingsQuery(id)) });
  return connections.filter((_, at) =>
    listings[at]?.data?.some((listing) => listing.resourceId === resourceId),
  );
}
