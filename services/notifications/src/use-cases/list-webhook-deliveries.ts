import { ok } from '@lodging/kernel';
import type { ListPosition, Page, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { endpointNotFound } from '../domain/endpoint-refusals.ts';
import type { Delivery, DeliveryRepository, EndpointRepository } from '../ports.ts';

export interface ListWebhookDeliveriesDeps {
  readonly endpoints: Pick<EndpointRepository, 'find'>;
  readonly deliveries: Pick<DeliveryRepository, 'list'>;
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  readonly nextAfter: ListPosition | null;
}

export async function listWebhookDeliveries(
  { endpoints, deliveries }: ListWebhookDeliveriesDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  { endpointId, ...page }: Page & { readonly endpointId: string },
): Promise<Result<DeliveryPage>> {
  if ((await endpoints.find(tenantId, endpointId)) === undefined) return endpointNotFound();
  const { deliveries: rows, hasMore } = await deliveries.list(tenantId, endpointId, page);
  const last = hasMore ? rows.at(-1) : undefined;
  return ok({ deliveries: rows, nextAfter: last === undefined ? null : positionOf(last) });
}

/** With microseconds, as the order of the list has them. */
function positionOf({ id, createdAt }: Delivery): ListPosition {
  return { createdAt: createdAt.toString({ smallestUnit: 'microsecond' }), id };
}
