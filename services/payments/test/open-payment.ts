import { openIntent, setPaymentAccount } from '@lodging/contract-payments';
import type { PaymentHandle } from '@lodging/contract-payments';
import { randomUUID } from 'node:crypto';
import type { RunningPayments } from './start-payments.ts';

export interface Tenant {
  readonly id: string;
  readonly accountId: string;
}

export const AMOUNT = '12500';
const REDIRECT_ORIGINS = ['https://hotel.example', 'http://localhost:5173'];

export async function createTenant(
  payments: RunningPayments,
  accountId = `acct_${randomUUID().slice(0, 8)}`,
): Promise<Tenant> {
  const id = randomUUID();
  const account = { provider: 'stripe' as const, accountId, redirectOrigins: REDIRECT_ORIGINS };
  // As a sandbox, which alone may list localhost.
  const set = await payments.call(setPaymentAccount, id, account, false);
  if (!set.ok) throw new Error(set.refusal.detail);
  return { id, accountId };
}

export function buildIntentRequest({
  reservationId = randomUUID() as string,
  idempotencyKey = randomUUID() as string,
  minutesLeft = 15,
} = {}) {
  return {
    reservationId,
    idempotencyKey,
    amountMinorUnits: AMOUNT,
    currency: 'EUR',
    expiresAt: Temporal.Now.instant().add({ minutes: minutesLeft }).toString(),
  };
}

export async function openPayment(
  payments: RunningPayments,
  tenant: Tenant,
  request = buildIntentRequest(),
  livemode = true,
): Promise<PaymentHandle> {
  const answer = await payments.call(openIntent, tenant.id, request, livemode);
  if (!answer.ok) throw new Error(`${answer.refusal.code}: ${answer.refusal.detail}`);
  return answer.value.handle;
}

/** Confirms the intent, as a browser does with the client secret. Rejects for a declined card. */
export function pay(payments: RunningPayments, tenant: Tenant, handle: PaymentHandle, card = 'pm_card_visa') {
  return payments.stripe.paymentIntents.confirm(
    handle.providerPaymentIntentId,
    { payment_method: card, return_url: 'https://hotel.example/back' },
    { stripeAccount: tenant.accountId },
  );
}

/** The stored state of the last payment of the reservation. */
export async function stateOf(payments: RunningPayments, reservationId: string): Promise<string | undefined> {
  const rows = await payments.query<{ state: string }>(
    'SELECT state FROM payments WHERE reservation_id = $1 ORDER BY attempt DESC',
    [reservationId],
  );
  return rows[0]?.state;
}
