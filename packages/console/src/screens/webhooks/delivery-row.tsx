import type { WebhookDelivery } from '@lodging/client';
import { useQueryClient } from '@tanstack/react-query';
import { lodging } from '../../api/lodging.ts';
import { useMay } from '../../api/permissions.ts';
import { useSession } from '../../api/session.ts';
import { useWrite } from '../../api/use-write.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import { Moment } from '../../ui/when.tsx';
import css from './webhooks.module.css';

interface DeliveryRowProps {
  readonly endpointId: string;
  readonly delivery: WebhookDelivery;
}

/** A delivery with each of its tries. What a receiver answered is text. */
export function DeliveryRow({ endpointId, delivery }: DeliveryRowProps) {
  const { webhooks: texts } = useTexts();
  const { tenant } = useSession();
  const may = useMay();
  const client = useQueryClient();
  const { run, isBusy, error } = useWrite(() => lodging.webhookEndpoints.redeliver(endpointId, delivery.id), {
    says: () => texts.againSaid,
    after: () => client.invalidateQueries({ queryKey: ['endpoint', endpointId] }),
  });
  return (
    <tr data-delivery={delivery.id}>
      <td>
        <code>{delivery.eventType}</code>
        <ol className={css.tries} aria-label={texts.tries}>
          {delivery.attempts.map((attempt, at, all) => (
            <Try key={attempt.at} attempt={attempt} next={all[at + 1]} />
          ))}
        </ol>
      </td>
      <td>
        <Chip kind={delivery.status === 'dead' ? 'danger' : delivery.status === 'pending' ? 'warn' : 'plain'}>
          {texts.states[delivery.status]}
        </Chip>
      </td>
      <td className="number">{delivery.attempts.length}</td>
      <td>
        <Moment at={delivery.createdAt} timeZone={tenant.timezone} />
      </td>
      <td>
        {may('operate') && (
          <Button kind="quiet" isBusy={isBusy} onPress={() => run(undefined)}>
            {texts.again}
          </Button>
        )}
        <Refusal error={error} />
      </td>
    </tr>
  );
}

type Attempt = WebhookDelivery['attempts'][number];

/** An answer that came again stands at the last of its tries. */
function Try({ attempt, next }: { readonly attempt: Attempt; readonly next: Attempt | undefined }) {
  const { tenant } = useSession();
  const { at, status, error, durationMs, answer = '' } = attempt;
  return (
    <li className={css.try}>
      <Moment at={at} timeZone={tenant.timezone} /> · {status ?? <bdi>{error}</bdi>} · {durationMs} ms
      {answer !== '' && answer !== next?.answer && <pre className={css.answer}>{answer}</pre>}
    </li>
  );
}
