import type { RequestContext } from '@lodging/kit-runtime';
import type { AuditAction, AuditValue } from '../../domain/audit/audit.ts';
import type { Mode } from '../../domain/keys/api-key.ts';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { PaymentAccount } from '../../ports/neighbours.ts';
import type { AdminContext } from '../audit/audit-entry.ts';

export type ChangePaymentAccountDeps = Pick<
  GatewayDeps,
  'tenants' | 'audit' | 'payments' | 'clock' | 'newId'
>;

export function accountActionOf(
  { tenantId }: AdminContext,
  action: string,
  mode: Mode,
  changes: AuditAction['changes'],
): AuditAction {
  const target = { kind: 'payment_account', id: tenantId };
  return { tenantId, action, target, changes: [{ field: 'mode', before: mode, after: mode }, ...changes] };
}

type Fields = Readonly<Record<string, AuditValue>>;

/** Null fields without an account or an answer of payments: an entry must not make the change fail. */
export async function currentFields(
  { payments }: Pick<ChangePaymentAccountDeps, 'payments'>,
  ctx: RequestContext,
): Promise<Fields> {
  const current = await payments.readPaymentAccount(ctx).catch(() => undefined);
  return fieldsOf(current?.ok === true ? current.value : undefined);
}

export function fieldsOf(account: PaymentAccount | undefined): Fields {
  return {
    provider: account?.provider ?? null,
    accountId: account?.accountId ?? null,
    redirectOrigins: account?.redirectOrigins ?? [],
  };
}
