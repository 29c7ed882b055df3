import { networksOf } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { LIMITS_EVERYWHERE, perHour } from '../../domain/guests/code-limits.ts';
import type { CodeQuota } from '../../domain/guests/code-limits.ts';
import type { GuestHashes } from '../../ports/guests.ts';
import { limitsOfCaller } from './limits-of-caller.ts';

/** The quotas that a code to the address counts against. Only publishable keys have quotas of the tenant. */
export function findCodeQuotas(hashes: GuestHashes, ctx: RequestContext, email: string): CodeQuota[] {
  const bucket = hashes.recipientEverywhere(email);
  return [...tenantQuotas(hashes, ctx, email), { of: 'everywhere', bucket, limits: LIMITS_EVERYWHERE }];
}

function tenantQuotas(hashes: GuestHashes, ctx: RequestContext, email: string): CodeQuota[] {
  const limits = limitsOfCaller(ctx);
  if (limits === undefined) return [];
  const { tenantId, caller, clientAddress = '' } = ctx;
  const { keyId = '' } = caller;
  const quotas: CodeQuota[] = [];
  const { codesPerAddressHour, codesPerClientHour, keyLimitFactor } = limits;
  if (codesPerAddressHour !== null) {
    const bucket = hashes.recipient(tenantId, email);
    quotas.push({ of: 'recipient', bucket, limits: perHour(codesPerAddressHour) });
  }
  if (codesPerClientHour === null) return quotas;
  for (const { name, factor } of networksOf(clientAddress)) {
    const bucket = hashes.client(keyId, name);
    quotas.push({ of: 'client', bucket, limits: perHour(codesPerClientHour * factor) });
  }
  if (keyLimitFactor !== null) {
    const limitsOfKey = perHour(codesPerClientHour * keyLimitFactor);
    quotas.push({ of: 'key', bucket: hashes.key(keyId), limits: limitsOfKey });
  }
  return quotas;
}
