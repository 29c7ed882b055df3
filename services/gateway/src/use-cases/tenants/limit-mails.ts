import type { MailLimitsBody, MailLimitsResponse } from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { changedFields } from '../../domain/audit/audit.ts';
import type { AuditAction } from '../../domain/audit/audit.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { AdminContext } from '../audit/audit-entry.ts';
import { auditedCall } from '../audit/audited-call.ts';
import { contextForMode } from './find-tenant.ts';

export type LimitMailsDeps = Pick<GatewayDeps, 'tenants' | 'audit' | 'notifications' | 'clock' | 'newId'>;

export async function limitMails(
  deps: LimitMailsDeps,
  ctx: AdminContext,
  { mode, ...changes }: MailLimitsBody,
): Promise<Result<MailLimitsResponse, Refusal<string>>> {
  const inMode = await contextForMode(deps, ctx, mode);
  if (!inMode.ok) return inMode;
  const { tenantId } = ctx;
  const before = await deps.notifications.readMailLimits(inMode.value);
  if (!before.ok) return before;
  const fields = changedFields({ ...before.value }, { ...before.value, ...given(changes) });
  if (fields.length === 0) return ok({ mode, ...before.value });
  const auditAction: AuditAction = {
    tenantId,
    action: 'tenant.mail_limits_changed',
    target: { kind: 'tenant', id: tenantId },
    changes: [{ field: 'mode', before: mode, after: mode }, ...fields],
  };
  const call = () => deps.notifications.limitMails(inMode.value, changes);
  const limited = await auditedCall(deps, ctx.source, auditAction, { call });
  return limited.ok ? ok({ mode, ...limited.value }) : limited;
}

function given(changes: Omit<MailLimitsBody, 'mode'>) {
  return Object.fromEntries(Object.entries(changes).filter(([, limit]) => limit !== undefined));
}
