import type { ChannelListing } from '@lodging/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { connectionsQuery } from '../../api/queries/attention.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useWrite } from '../../api/use-write.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { SelectField } from '../../ui/fields/field.tsx';

interface MapDialogProps {
  readonly connectionId: string;
  readonly listings: readonly ChannelListing[];
  readonly onClose: () => void;
}

/** Another resource whose nights the events of the connection take. */
export function MapDialog({ connectionId, listings, onClose }: MapDialogProps) {
  const { channels: texts } = useTexts();
  const mapped = listings.map(({ resourceId }) => resourceId);
  const free = useResources().list.filter(
    ({ id, archivedAt }) => archivedAt === null && !mapped.includes(id),
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const resourceId = chosen ?? free[0]?.id ?? '';
  const name = free.find(({ id }) => id === resourceId)?.name ?? '';
  const { run, isBusy, error } = useMap(connectionId, name, onClose);
  const submit = () => run(resourceId);
  return (
    <FormDialog
      title={texts.map}
      confirm={texts.map}
      error={error}
      isBusy={isBusy}
      isEmpty={free.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      {free.length === 0 ? (
        <p>{texts.allMapped}</p>
      ) : (
        <SelectField
          label={texts.resource}
          choices={free.map(({ id, name }) => ({ value: id, label: name }))}
          value={resourceId}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
    </FormDialog>
  );
}

function useMap(connectionId: string, name: string, onClose: () => void) {
  const { channels: texts } = useTexts();
  const client = useQueryClient();
  return useWrite(
    (resourceId: string) => lodging.channelConnections.createListing(connectionId, { resourceId }),
    {
      says: () => texts.mapped(name),
      after: async () => {
        onClose();
        await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
      },
    },
  );
}
