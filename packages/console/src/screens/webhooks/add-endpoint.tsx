import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EVENT_TYPES } from '../../api/event-types.ts';
import type { EventType } from '../../api/event-types.ts';
import { lodging } from '../../api/lodging.ts';
import { fieldFaults } from '../../api/refusal-words.ts';
import { useWrite } from '../../api/use-write.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { CheckGroup, TextField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx';
import css from './webhooks.module.css';

export function AddEndpoint({ onClose }: { readonly onClose: () => void }) {
  const { webhooks: texts } = useTexts();
  const [secret, setSecret] = useState<string | null>(null);
  if (secret === null) return <EndpointForm onMade={setSecret} onClose={onClose} />;
  return (
    <SecretDialog
      title={texts.secret}
      hint={texts.secretHint}
      secret={secret}
      stored={texts.stored}
      onStored={onClose}
    />
  );
}

interface EndpointFormProps {
  readonly onMade: (secret: string) => void;
  readonly onClose: () => void;
}

function EndpointForm({ onMade, onClose }: EndpointFormProps) {
  const { webhooks: texts, common } = useTexts();
  const client = useQueryClient();
  const [url, setUrl] = useState('');
  const [types, setTypes] = useState<string[]>([...EVENT_TYPES]);
  const { run, isBusy, error } = useWrite(
    () => lodging.webhookEndpoints.create({ url: url.trim(), eventTypes: types as EventType[] }),
    {
      after: async ({ secret }) => {
        onMade(secret);
        await client.invalidateQueries({ queryKey: ['endpoints'] });
      },
    },
  );
  return (
    <Dialog title={texts.add} onClose={onClose} isWide>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run(undefined);
        }}
      >
        <TextField
          label={texts.address}
          type="url"
          value={url}
          fault={fieldFaults(error).get('url')}
          onChange={({ target }) => setUrl(target.value)}
        />
        <CheckGroup
          label={texts.types}
          choices={EVENT_TYPES.map((value) => ({ value, label: value }))}
          values={types}
          onChange={setTypes}
        />
        <Refusal error={error} onTryAgain={() => run(undefined)} isBusy={isBusy} />
        <DialogActions>
          <Button type="submit" kind="accent" isBusy={isBusy}>
            {texts.addThis}
          </Button>
          <Button onPress={onClose}>{common.cancel}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
