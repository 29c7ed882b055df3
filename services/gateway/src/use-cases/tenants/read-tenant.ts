import type { MailLimits } from '@lodging/contract-notifications';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Tenant } from '../../domain/tenants/tenant.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import { findTenant } from './find-tenant.ts';
import type { TenantNotFound } from './find-tenant.ts';

export type ReadTenantDeps = Pick<GatewayDeps, 'tenants' | 'notifications'>;

export interface ReadTenant {
  readonly tenant: Tenant;
  /** Of the live tenant; undefined while notifications does not answer. */
  readonly mailLimits: MailLimits | undefined;
}

export async function readTenant(
  deps: ReadTenantDeps,
  ctx: RequestContext,
): Promise<Result<ReadTenant, TenantNotFound>> {
  const tenant = await findTenant(deps, ctx);
  if (!tenant.ok) return tenant;
  const mailLimits = await deps.notifications.findMailLimits({ ...ctx, livemode: true });
  return ok({ tenant: tenant.value, mailLimits });
}
