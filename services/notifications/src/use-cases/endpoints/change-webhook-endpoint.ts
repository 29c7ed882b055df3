import type { WebhookEventType } from '@lodging/contract-notifications';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { EndpointRecord } from '../../domain/endpoints/endpoint.ts';
import { endpointLimitReached, endpointNotFound } from '../../domain/endpoints/endpoint-refusals.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';
import { checkAddress } from './check-address.ts';

export type ChangeWebhookEndpointDeps = Pick<
  NotificationsDeps,
  'endpoints' | 'endpointRecords' | 'sender' | 'dispatcher'
>;

export interface ChangeWebhookEndpoint {
  readonly id: string;
  readonly enabled?: boolean | undefined;
  readonly eventTypes?: readonly WebhookEventType[] | undefined;
  readonly url?: string | undefined;
}

/** Existence is checked before the address: of an unknown endpoint none is looked up. */
export async function changeWebhookEndpoint(
  deps: ChangeWebhookEndpointDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  { id, url, enabled, eventTypes }: ChangeWebhookEndpoint,
): Promise<Result<EndpointRecord>> {
  const { endpoints, endpointRecords, dispatcher } = deps;
  const known = await endpoints.find(tenantId, id);
  if (known === undefined) return endpointNotFound();
  const isMoved = url !== undefined && url !== known.url;
  const host = isMoved ? await checkAddress(deps, url) : undefined;
  if (host?.ok === false) return host;
  const address = isMoved && host !== undefined ? { url, host: host.value } : undefined;
  const types = eventTypes && [...new Set(eventTypes)];
  const changed = await endpoints.change(tenantId, id, { enabled, eventTypes: types, address });
  if (changed === undefined) return endpointNotFound();
  if (!changed.ok) return endpointLimitReached(changed.refusal);
  dispatcher.wake({ tenantId, endpointId: id });
  const record = await endpointRecords.find(tenantId, id);
  return record === undefined ? endpointNotFound() : ok(record);
}
