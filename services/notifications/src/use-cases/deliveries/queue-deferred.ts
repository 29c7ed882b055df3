import type { NotificationsDeps } from '../../ports/deps.ts';

export type QueueDeferredDeps = Pick<
  NotificationsDeps,
  'deferred' | 'clock' | 'dispatcher' | 'onDeferredError'
>;

/** Queues the deliveries that wait in the log, tenant by tenant in turn, as far as the budgets of the tenants go. */
export async function queueDeferred(deps: QueueDeferredDeps, signal: AbortSignal): Promise<void> {
  let tenants = await deps.deferred.findTenants(deps.clock.now());
  while (tenants.length > 0 && !signal.aborted) {
    const withMore: string[] = [];
    for (const tenantId of tenants) if (await queueNext(deps, tenantId)) withMore.push(tenantId);
    tenants = withMore;
  }
}

/** True if the tenant may have more now. A failure of one tenant does not delay the others. */
async function queueNext(
  { deferred, clock, dispatcher, onDeferredError }: QueueDeferredDeps,
  tenantId: string,
): Promise<boolean> {
  try {
    const { endpointIds, hasMore } = await deferred.queueNext(tenantId, clock.now());
    for (const endpointId of endpointIds) dispatcher.wake({ tenantId, endpointId });
    return hasMore;
  } catch (error) {
    onDeferredError(error, tenantId);
    return false;
  }
}
