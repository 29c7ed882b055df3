import type { PaymentAccountBody } from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { Mode } from '../domain/api-key.ts';
import { changedFields } from '../domain/audit.ts';
import type { AuditValue, Deed } from '../domain/audit.ts';
import type { PaymentAccount, PaymentsClient } from '../ports.ts';
import type { AdminContext } from './audit-entry.ts';
import { auditedCall } from './audited-call.ts';
import type { AuditedCallDeps } from './audited-call.ts';
import { contextForMode } from './find-tenant.ts';
import type { FindTenantDeps } from './find-tenant.ts';

export interface ChangePaymentAccountDeps extends FindTenantDeps, AuditedCallDeps {
  readonly payments: PaymentsClient;
}

export async function setPaymentAccount(
  deps: ChangePaymentAccountDeps,
  ctx: AdminContext,
  { mode, ...account }: PaymentAccountBody,
): Promise<Result<PaymentAccountBody, Refusal<string>>> {
  const inMode = await contextForMode(deps, ctx, mode);
  if (!inMode.ok) return inMode;
  const before = await fieldsNow(deps, inMode.value);
  const set = await auditedCall(
    deps,
    ctx.source,
    deedOf(ctx, 'payment_account.set', mode, changedFields(before, fieldsOf(account))),
    { call: () => deps.payments.setPaymentAccount(inMode.value, account) },
  );
  return set.ok ? ok({ mode, ...set.value }) : set;
}

export async function removePaymentAccount(
  deps: ChangePaymentAccountDeps,
  ctx: AdminContext,
  { mode }: { readonly mode: Mode },
): Promise<Result<unknown, Refusal<string>>> {
  const inMode = await contextForMode(deps, ctx, mode);
  if (!inMode.ok) return inMode;
  const before = await fieldsNow(deps, inMode.value);
  const changes = changedFields(before, fieldsOf(undefined));
  return auditedCall(deps, ctx.source, deedOf(ctx, 'payment_account.removed', mode, changes), {
    call: () => deps.payments.removePaymentAccount(inMode.value),
  });
}

function deedOf({ tenantId }: AdminContext, action: string, mode: Mode, changes: Deed['changes']): Deed {
  const target = { kind: 'payment_account', id: tenantId };
  return { tenantId, action, target, changes: [{ field: 'mode', before: mode, after: mode }, ...changes] };
}

type Fields = Readonly<Record<string, AuditValue>>;

/** Null fields where there is no account, or payments does not tell: an entry must not make the change fail. */
async function fieldsNow(
  { payments }: Pick<ChangePaymentAccountDeps, 'payments'>,
  ctx: RequestContext,
): Promise<Fields> {
  const current = await payments.readPaymentAccount(ctx).catch(() => undefined);
  return fieldsOf(current?.ok === true ? current.value : undefined);
}

function fieldsOf(account: PaymentAccount | undefined): Fields {
  return {
    provider: account?.provider ?? null,
    accountId: account?.accountId ?? null,
    redirectOrigins: account?.redirectOrigins ?? [],
  };
}
