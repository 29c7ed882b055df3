import type { WebhookEndpoint } from '@lodging/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { useWrite } from '../../api/use-write.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { ConfirmDialog, SecretDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { ChangeEndpoint } from './change-endpoint.tsx';
import { TestButton } from './test-button.tsx';

export function EndpointActions({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { id } = endpoint;
  const { webhooks: texts } = useTexts();
  const [open, setOpen] = useState<'replace' | 'remove' | null>(null);
  const { replace, remove, secret, setSecret } = useEndpointWrites(id, () => setOpen(null));
  const question =
    open === 'remove'
      ? { ...remove, title: texts.remove, words: texts.removeQuestion }
      : { ...replace, title: texts.replace, words: texts.replaceQuestion };
  return (
    <>
      <TestButton id={id} kind={endpoint.enabled ? 'accent' : 'plain'} />
      <ChangeEndpoint endpoint={endpoint} />
      <Button onPress={() => setOpen('replace')}>{texts.replace}</Button>
      <Button kind="danger" onPress={() => setOpen('remove')}>
        {texts.remove}
      </Button>
      {open !== null && (
        <ConfirmDialog
          title={question.title}
          words={question.words}
          confirm={question.title}
          isBusy={question.isBusy}
          onConfirm={() => question.run(undefined)}
          onClose={() => setOpen(null)}
        >
          <Refusal error={question.error} />
        </ConfirmDialog>
      )}
      {secret !== null && (
        <SecretDialog
          title={texts.secret}
          hint={texts.secretHint}
          secret={secret}
          stored={texts.stored}
          onStored={() => setSecret(null)}
        />
      )}
    </>
  );
}

function useEndpointWrites(id: string, close: () => void) {
  const { webhooks: texts } = useTexts();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | null>(null);
  const replace = useWrite(() => lodging.webhookEndpoints.rotateSecret(id), {
    after: (issued) => {
      setSecret(issued.secret);
      close();
    },
  });
  const remove = useWrite(() => lodging.webhookEndpoints.delete(id), {
    says: () => texts.removed,
    after: async () => {
      await client.invalidateQueries({ queryKey: ['endpoints'] });
      await navigate({ to: '/webhooks' });
    },
  });
  return { replace, remove, secret, setSecret };
}
