import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { endpointNotFound } from '../../domain/endpoints/endpoint-refusals.ts';
import type { NotificationsDeps } from '../../ports/deps.ts';
import type { EndpointWithSecret } from '../../domain/endpoints/endpoint.ts';

export type RotateWebhookSecretDeps = Pick<
  NotificationsDeps,
  'endpoints' | 'endpointRecords' | 'vault' | 'clock' | 'newSecret'
>;

/** Webhooks carry two signatures for this long, so that the receiver can switch at any moment of it. */
const OVERLAP_HOURS = 24;

export async function rotateWebhookSecret(
  { endpoints, endpointRecords, vault, clock, newSecret }: RotateWebhookSecretDeps,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  id: string,
): Promise<Result<EndpointWithSecret>> {
  const secret = newSecret();
  const now = clock.now();
  const endpoint = await endpoints.rotateSecret(tenantId, id, {
    sealedSecret: vault.seal(tenantId, id, secret),
    now,
    previousUntil: now.add({ hours: OVERLAP_HOURS }),
  });
  const record = endpoint && (await endpointRecords.find(tenantId, id));
  return record === undefined ? endpointNotFound() : ok({ ...record, secret });
}
