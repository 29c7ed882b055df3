import type { WebhookEndpoint } from '@lodging/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { useWrite } from '../../api/use-write.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { EndpointForm } from './endpoint-form.tsx';

type Change = Partial<Pick<WebhookEndpoint, 'url' | 'eventTypes' | 'enabled'>>;

/** Changes an endpoint, and switches it off and on again. */
export function ChangeEndpoint({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { webhooks: texts } = useTexts();
  const { id, url, eventTypes, enabled } = endpoint;
  const [isOpen, setOpen] = useState(false);
  const change = useChange(id, texts.changed, () => setOpen(false));
  const toggle = useChange(id, enabled ? texts.switchedOff : texts.enabledAgain, () => {});
  return (
    <>
      <Button
        kind={enabled ? 'plain' : 'accent'}
        isBusy={toggle.isBusy}
        onPress={() => toggle.run({ enabled: !enabled })}
      >
        {enabled ? texts.switchOff : texts.enableAgain}
      </Button>
      <Refusal error={toggle.error} />
      <Button onPress={() => setOpen(true)}>{texts.change}</Button>
      {isOpen && (
        <EndpointForm
          title={texts.change}
          confirm={texts.save}
          initial={{ url, eventTypes }}
          write={change}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function useChange(id: string, said: string, onDone: () => void) {
  const client = useQueryClient();
  return useWrite((change: Change) => lodging.webhookEndpoints.update(id, change), {
    says: () => said,
    after: async () => {
      onDone();
      await Promise.all([
        client.invalidateQueries({ queryKey: ['endpoint', id] }),
        client.invalidateQueries({ queryKey: ['endpoints'] }),
      ]);
    },
  });
}
