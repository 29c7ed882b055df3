import type { WebhookDelivery, WebhookEndpoint } from '@lodging/client';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Query } from '@tanstack/react-query';
import { useEffect } from 'react';
import { endpointsQuery } from '../../api/queries/attention.ts';
import { NEWEST_DELIVERIES, newestDeliveriesQuery } from '../../api/queries/webhooks.ts';
import { lodging } from '../../api/lodging.ts';
import { useMay } from '../../api/permissions.ts';
import { failureOf } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { hostOf } from '../../domain/host-of.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Chip } from '../../ui/state-chip.tsx';
import css from './booking.module.css';

const KINDS = { pending: 'warn', succeeded: 'good', dead: 'danger' } as const;

export interface EventDelivery {
  readonly endpoint: WebhookEndpoint;
  readonly delivery: WebhookDelivery;
}

interface EventDeliveriesRead {
  readonly byEvent: ReadonlyMap<string, readonly EventDelivery[]>;
  readonly error: unknown;
  readonly readAgain: () => void;
}

/**
 * What became of each event at each endpoint, by the id of the event; read again after a new event. Older deliveries are on
 * the page of the endpoint.
 */
export function useEventDeliveries(isSeen: boolean, newestEventId: string | undefined): EventDeliveriesRead {
  const isRead = isSeen && newestEventId !== undefined;
  const client = useQueryClient();
  const ofEndpoints = useQuery({ ...endpointsQuery, enabled: isRead, refetchInterval: false });
  const endpoints = ofEndpoints.data ?? [];
  const found = useQueries({ queries: isRead ? endpoints.map(({ id }) => newestDeliveriesQuery(id)) : [] });
  useEffect(() => {
    const predicate = ({ queryKey }: Query): boolean => queryKey.at(-1) === NEWEST_DELIVERIES;
    if (isRead) void client.invalidateQueries({ predicate }, { cancelRefetch: false });
  }, [client, isRead, newestEventId]);
  const failed = [ofEndpoints, ...found].find((one) => failureOf(one) !== null);
  const byEvent = new Map<string, EventDelivery[]>();
  for (const [at, { data = [] }] of found.entries()) {
    const endpoint = endpoints[at];
    if (endpoint === undefined) continue;
    for (const delivery of data)
      byEvent.set(delivery.eventId, [...(byEvent.get(delivery.eventId) ?? []), { endpoint, delivery }]);
  }
  return {
    byEvent,
    error: failed === undefined ? null : failureOf(failed),
    readAgain: () => void failed?.refetch(),
  };
}

export function EventDeliveries({ deliveries }: { readonly deliveries: readonly EventDelivery[] }) {
  if (deliveries.length === 0) return null;
  return (
    <ul className={css.deliveries}>
      {deliveries.map((one) => (
        <DeliveryItem key={one.delivery.id} {...one} />
      ))}
    </ul>
  );
}

function DeliveryItem({ endpoint, delivery }: EventDelivery) {
  const { webhooks: texts } = useTexts();
  const may = useMay();
  const client = useQueryClient();
  const { run, isBusy, error } = useWrite(
    () => lodging.webhookEndpoints.redeliver(endpoint.id, delivery.id),
    {
      says: () => texts.againSaid,
      after: () => client.invalidateQueries({ queryKey: ['endpoint', endpoint.id] }),
    },
  );
  return (
    <li data-delivery={delivery.id}>
      <bdi>{hostOf(endpoint.url)}</bdi>
      <Chip kind={KINDS[delivery.status]}>{texts.states[delivery.status]}</Chip>
      {may('operate') && (
        <Button kind="quiet" isBusy={isBusy} onPress={() => run(undefined)}>
          {texts.again}
        </Button>
      )}
      <Refusal error={error} />
    </li>
  );
}
