import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EVENT_TYPES } from '../../api/event-types.ts';
import { lodging } from '../../api/lodging.ts';
import { useWrite } from '../../api/use-write.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import type { EndpointFields } from './endpoint-form.tsx';

export function AddEndpoint({ onClose }: { readonly onClose: () => void }) {
  const { webhooks: texts } = useTexts();
  const client = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const write = useWrite((fields: EndpointFields) => lodging.webhookEndpoints.create(fields), {
    after: async (made) => {
      setSecret(made.secret);
      await client.invalidateQueries({ queryKey: ['endpoints'] });
    },
  });
  if (secret === null)
    return (
      <EndpointForm
        title={texts.add}
        confirm={texts.addThis}
        initial={{ url: '', eventTypes: [...EVENT_TYPES] }}
        write={write}
        onClose={onClose}
      />
    );
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
