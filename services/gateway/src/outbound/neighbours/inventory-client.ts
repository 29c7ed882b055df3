import { copyToSandbox, putFxRates } from '@lodging/contract-inventory';
import type { Bus } from '@lodging/kit-messaging';
import type { InventoryClient } from '../../ports/neighbours.ts';

const TIMEOUT_MS = 5_000;
/** All that a tenant sells, in one commit. */
const COPY_TIMEOUT_MS = 30_000;

export function createInventoryClient(bus: Pick<Bus, 'request'>): InventoryClient {
  return {
    putFxRates: (ctx, rates) => bus.request(putFxRates, rates, ctx, { timeoutMs: TIMEOUT_MS }),
    copyToSandbox: (ctx, liveTenantId) =>
      bus.request(copyToSandbox, { liveTenantId }, ctx, { timeoutMs: COPY_TIMEOUT_MS }),
  };
}
