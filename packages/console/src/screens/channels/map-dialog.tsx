import type { ChannelListing } from '@lodging/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { connectionsQuery } from '../../api/queries/attention.ts';
import { useResources } from '../../api/queries/resources.ts';
import { useWrite } from '../../api/use-write.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import css from './channels.module.css';

interface MapDialogProps {
  readonly connectionId: string;
  readonly listings: readonly ChannelListing[];
  readonly onClose: () => void;
}

/** Another resource whose nights the events of the connection take. */
export function MapDialog({ connectionId, listings, onClose }: MapDialogProps) {
  const { channels: texts, common } = useTexts();
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
    <Dialog title={texts.map} onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
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
        <Refusal error={error} onTryAgain={submit} isBusy={isBusy} />
        <DialogActions>
          {free.length > 0 && (
            <Button type="submit" kind="accent" isBusy={isBusy}>
              {texts.map}
            </Button>
          )}
          <Button onPress={onClose}>{common.cancel}</Button>
        </DialogActions>
      </form>
    </Dialog>
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
