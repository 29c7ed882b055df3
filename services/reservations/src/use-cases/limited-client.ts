import type { RequestContext } from '@lodging/kit-runtime';
import { unitNightsOf } from '../domain/client-limits.ts';
import type { CodeQuota, LimitedHold } from '../domain/client-limits.ts';
import type { Stay } from '../domain/reservation.ts';
import type { GuestHashes } from '../ports/guests.ts';

/** Null for every caller but a publishable key, and where the tenant has lifted both limits. */
export function limitedHold(hashes: GuestHashes, ctx: RequestContext, stay: Stay): LimitedHold | null {
  const { limits } = ctx.caller;
  if (limits === undefined) return null;
  const { maxOpenHolds, maxHeldUnitNights: maxUnitNights } = limits;
  if (maxOpenHolds === null && maxUnitNights === null) return null;
  return { clientHash: clientOf(hashes, ctx), unitNights: unitNightsOf(stay), maxOpenHolds, maxUnitNights };
}

/** Empty for every caller but a publishable key. */
export function codeQuotas(hashes: GuestHashes, ctx: RequestContext, email: string): CodeQuota[] {
  const { limits } = ctx.caller;
  if (limits === undefined) return [];
  const { codesPerAddressHour, codesPerClientHour } = limits;
  return [
    ...(codesPerAddressHour === null
      ? []
      : [{ bucket: hashes.recipient(ctx.tenantId, email), limit: codesPerAddressHour }]),
    ...(codesPerClientHour === null ? [] : [{ bucket: clientOf(hashes, ctx), limit: codesPerClientHour }]),
  ];
}

function clientOf(hashes: GuestHashes, { caller, clientAddress = '' }: RequestContext): string {
  return hashes.client(caller.keyId ?? '', clientAddress);
}
