import { ok, refuse } from '@lodging/kernel';
import type { Clock, NewId, Result } from '@lodging/kernel';
import { PING, renderPing } from '../domain/event-body.ts';
import { noSuchEndpoint } from './no-such-endpoint.ts';
import type {
  Caller,
  Deliveries,
  Delivery,
  EndpointKey,
  Endpoints,
  ListPosition,
  Page,
} from './webhook-ports.ts';

export interface DeliveriesDeps {
  readonly endpoints: Pick<Endpoints, 'find'>;
  readonly deliveries: Deliveries;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly wake: (endpoint: EndpointKey) => void;
}
interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  readonly nextAfter: ListPosition | null;
}

export function manageDeliveries({ endpoints, deliveries, clock, newId, wake }: DeliveriesDeps) {
  return {
    async list({ tenantId }: Caller, endpointId: string, page: Page): Promise<Result<DeliveryPage>> {
      if ((await endpoints.find(tenantId, endpointId)) === undefined) return noSuchEndpoint();
      const { deliveries: shown, isMore } = await deliveries.list(tenantId, endpointId, page);
      const last = isMore ? shown.at(-1) : undefined;
      return ok({ deliveries: shown, nextAfter: last === undefined ? null : positionOf(last) });
    },
    async redeliver({ tenantId }: Caller, endpointId: string, id: string): Promise<Result<Delivery>> {
      const delivery = await deliveries.redeliver(tenantId, endpointId, id, clock.now());
      if (delivery !== undefined) {
        wake({ tenantId, endpointId });
        return ok(delivery);
      }
      return (await endpoints.find(tenantId, endpointId)) === undefined
        ? noSuchEndpoint()
        : refuse('webhook_delivery_not_found', 'There is no such delivery at this webhook endpoint.');
    },
    async ping({ tenantId, livemode }: Caller, endpointId: string): Promise<Result<{ deliveryId: string }>> {
      const now = clock.now();
      const [deliveryId, eventId] = [newId(), newId()];
      const body = renderPing({ id: eventId, endpointId, livemode, occurredAt: now.toString() });
      const ping = { deliveryId, eventId, type: PING, body, now };
      if (!(await deliveries.addPing(tenantId, endpointId, ping))) return noSuchEndpoint();
      wake({ tenantId, endpointId });
      return ok({ deliveryId });
    },
  };
}

/** Exact to the microsecond, as the order of the list is. */
function positionOf({ id, createdAt }: Delivery): ListPosition {
  return { createdAt: createdAt.toString({ smallestUnit: 'microsecond' }), id };
}
