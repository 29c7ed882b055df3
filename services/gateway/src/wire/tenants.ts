import type { MailLimits } from '@lodging/contract-notifications';
import { instantText, instantTextOrNull } from '@lodging/kernel';
import { clientLimitsOf } from '../domain/limits/client-limits.ts';
import type { Tenant } from '../domain/tenants/tenant.ts';

export function tenantToWire(tenant: Tenant, mailLimits?: MailLimits) {
  const { maxOpenHolds, maxHeldUnitNights, codesPerAddressHour, codesPerClientHour, keyLimitFactor } = tenant;
  const { id, sandboxId, name, slug, timezone, defaultCurrency, suspendedReason } = tenant;
  return {
    id,
    sandboxId,
    name,
    slug,
    timezone,
    defaultCurrency,
    maxOpenHolds,
    maxHeldUnitNights,
    heldUnitNightsFollowSize: clientLimitsOf(tenant).heldUnitNightsFollowSize,
    codesPerAddressHour,
    codesPerClientHour,
    keyLimitFactor,
    ...mailLimits,
    createdAt: instantText(tenant.createdAt),
    suspendedAt: instantTextOrNull(tenant.suspendedAt),
    suspendedReason,
  };
}
