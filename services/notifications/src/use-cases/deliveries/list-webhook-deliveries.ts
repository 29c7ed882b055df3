import { ok } from '@lodging/kernel';
import type { Result, RowPage } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { endpointNotFound } from '../../domain/endpoints/endpoint-refusals.ts';
import type { DeliveryPage } from '../../ports/deliveries.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';
import type { Delivery } from '../../domain/deliveries/delivery.ts';

export type ListWebhookDeliveriesDeps = Pick<NotificationsDeps, 'endpoints' | 'deliveries'>;

export async function listWebhookDeliveries(
  { endpoints, deliveries }: ListWebhookDeliveriesDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  { endpointId, ...page }: DeliveryPage & { readonly endpointId: string },
): Promise<Result<RowPage<Delivery>>> {
  if ((await endpoints.find(tenantId, endpointId)) === undefined) return endpointNotFound();
  return ok(await deliveries.list(tenantId, endpointId, page));
}
