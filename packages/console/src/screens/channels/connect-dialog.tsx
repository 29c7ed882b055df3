import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { connectionsQuery } from '../../api/queries/attention.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useWrite } from '../../api/use-write.ts';
import { useFieldFaults } from '../../ui/faults/use-field-faults.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { CheckGroup, TextField } from '../../ui/fields/field.tsx';

/** A calendar of another channel, and the resources whose nights it takes. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const { channels: texts } = useTexts();
  const { list } = useResources();
  const [feedUrl, setFeedUrl] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const { run, isBusy, error } = useConnect(onClose);
  const faults = useFieldFaults(error);
  const submit = () => run({ feedUrl: feedUrl.trim(), resourceIds: chosen });
  return (
    <FormDialog
      title={texts.connect}
      confirm={texts.connectThis}
      error={error}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={texts.address}
        type="url"
        value={feedUrl}
        fault={faults.get('feedUrl')}
        onChange={({ target }) => setFeedUrl(target.value)}
      />
      <CheckGroup
        label={texts.resources}
        choices={list.map(({ id, name }) => ({ value: id, label: name }))}
        values={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  );
}

interface NewConnection {
  readonly feedUrl: string;
  readonly resourceIds: readonly string[];
}

function useConnect(onClose: () => void) {
  const { channels: texts } = useTexts();
  const client = useQueryClient();
  // What was made before a mapping was refused is not made again.
  const [made, setMade] = useState<{ id: string; mapped: readonly string[] } | null>(null);
  return useWrite(
    async ({ feedUrl, resourceIds }: NewConnection) => {
      let state = made;
      if (state === null) {
        const { id } = await lodging.channelConnections.create({ channel: 'ical', feedUrl });
        state = { id, mapped: [] };
        setMade(state);
      }
      for (const resourceId of resourceIds) {
        if (state.mapped.includes(resourceId)) continue;
        await lodging.channelConnections.createListing(state.id, { resourceId });
        state = { ...state, mapped: [...state.mapped, resourceId] };
        setMade(state);
      }
    },
    {
      says: () => texts.connected,
      after: async () => {
        await client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
        onClose();
      },
    },
  );
}
