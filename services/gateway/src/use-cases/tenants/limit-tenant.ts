import type { MailLimitChanges } from '@lodging/contract-notifications';
import type { Refusal, Result } from '@lodging/kernel';
import { limited } from '../../domain/limits/client-limits.ts';
import type { LimitChanges } from '../../domain/limits/client-limits.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { changeTenant } from './change-tenant.ts';
import type { ChangeTenantDeps } from './change-tenant.ts';
import { limitMails } from './limit-mails.ts';
import type { LimitMailsDeps } from './limit-mails.ts';
import { readTenant } from './read-tenant.ts';
import type { ReadTenant } from './read-tenant.ts';

/**
 * Mails are limited by notifications, for the live tenant and then for its sandbox, before the rest: while notifications
 * does not answer, nothing is changed. Where it stops in between, the same request completes the change.
 */
export async function limitTenant(
  deps: ChangeTenantDeps & LimitMailsDeps,
  ctx: AdminContext,
  { mailsPerAddressHour, mailsPerAddressDay, ...changes }: LimitChanges & MailLimitChanges,
): Promise<Result<ReadTenant, Refusal<string>>> {
  const limitsMails = mailsPerAddressHour !== undefined || mailsPerAddressDay !== undefined;
  for (const mode of limitsMails ? (['live', 'test'] as const) : []) {
    const mails = await limitMails(deps, ctx, { mode, mailsPerAddressHour, mailsPerAddressDay });
    if (!mails.ok) return mails;
  }
  const changed = await changeTenant(deps, ctx, 'tenant.limits_changed', (tenant) =>
    limited(tenant, changes),
  );
  return changed.ok ? readTenant(deps, ctx) : changed;
}
