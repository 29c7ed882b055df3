import { createFairShare, ownerOf } from '@lodging/kit-runtime';
import type { FairShare, RequestContext } from '@lodging/kit-runtime';
import type { Callers } from './operation.ts';

/** Below the silence that a caller tolerates; half of the shortest timeout is left for the work. */
const WAIT_MS = 1_000;
/** Of the waiting requests of one tenant: their bodies, and what a request takes beside its body. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
const BYTES_OF_A_REQUEST = 4 * 1024;

const NO_TENANT = '00000000-0000-0000-0000-000000000000';
/** Of requests whose tenant is not known yet, or that are for none. */
const ALL = '';

/** The share that a request in progress counts for. */
export interface Slot {
  readonly share: FairShare;
  readonly key: string;
  /** Whether a client's request of that tenant is in progress. */
  readonly isOfTenant: boolean;
}

/** The slot that a request in progress has. */
export interface HeldSlot {
  /** Set where the tenant is not known before the handler has read it: the request counts in its share from then on. */
  readonly moveTo: ((tenantId: string) => Promise<void>) | undefined;
  release(): void;
}

export interface Slots {
  slotOf(callers: Callers, ctx: RequestContext): Slot;
  running(): number;
  waiting(): number;
  idle(): Promise<void>;
}

/**
 * Beside the requests of tenants, as many internal ones and half as many that need no key: neither wait for the others. Those
 * are fair between tenants as well.
 */
export function createSlots(capacity: number): Slots {
  const shareOf = (most: number) =>
    createFairShare({ capacity: most, timeoutMs: WAIT_MS, maxWaiting: MAX_WAITING_BYTES });
  const tenants = shareOf(capacity);
  const internal = shareOf(capacity);
  const open: Slot = { share: shareOf(Math.max(1, Math.floor(capacity / 2))), key: ALL, isOfTenant: false };
  const shares = [tenants, internal, open.share];
  return {
    slotOf(callers, ctx) {
      const hasTenant = ctx.tenantId !== NO_TENANT;
      if (isInternal(callers, ctx))
        return { share: internal, key: hasTenant ? ctx.tenantId : ALL, isOfTenant: false };
      if (!hasTenant) return open;
      return { share: tenants, key: ownerOf(ctx), isOfTenant: true };
    },
    running: () => shares.reduce((sum, share) => sum + share.running(), 0),
    waiting: () => shares.reduce((sum, share) => sum + share.waiting(), 0),
    idle: async () => void (await Promise.all(shares.map((share) => share.idle()))),
  };
}

/** Of timers, consumers and the operator of the platform, whichever tenant they are for. */
function isInternal({ platformOnly }: Callers, { caller, tenantId }: RequestContext): boolean {
  if (caller.kind === 'service' || platformOnly) return true;
  return caller.kind === 'platform' && tenantId !== NO_TENANT;
}

/** Of a request that has entered the share. */
export function holdSlot({ share, key }: Slot, message: { readonly data: Uint8Array }): HeldSlot {
  let held: string | undefined = key;
  const release = (): void => {
    if (held !== undefined) share.leave(held);
    held = undefined;
  };
  const moveTo = async (tenantId: string): Promise<void> => {
    release();
    if (!share.tryEnter(tenantId)) await share.wait(tenantId, weightOf(message));
    held = tenantId;
  };
  return { release, moveTo: key === ALL ? moveTo : undefined };
}

export function weightOf({ data }: { readonly data: Uint8Array }): number {
  return data.length + BYTES_OF_A_REQUEST;
}
