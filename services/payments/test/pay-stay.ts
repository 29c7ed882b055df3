import type { PaymentHandle } from '@lodging/contract-payments';
import { openPayment, pay } from './open-payment.ts';
import type { Tenant } from './open-payment.ts';
import { waitForEvent } from './published-events.ts';
import type { RunningPayments } from './start-payments.ts';

/** A payment by card whose success is published. */
export async function payStay(
  payments: RunningPayments,
  tenant: Tenant,
  card = 'pm_card_visa',
): Promise<PaymentHandle & { readonly intentId: string }> {
  const handle = await openPayment(payments, tenant);
  await pay(payments, tenant, handle, card);
  await waitForEvent(payments, handle.reservationId, 'payment.succeeded');
  return { ...handle, intentId: handle.providerPaymentIntentId };
}
