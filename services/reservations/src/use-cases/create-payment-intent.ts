// create-payment-intent: lets a held reservation be paid. Payments keeps the one attempt; here only the state is judged.
import type { OpenIntentResponse } from '@lodging/contract-payments';
import type { Result } from '@lodging/kernel';
import { payableHold } from './payable-hold.ts';
import type { PayableHoldNeeds } from './payable-hold.ts';
import type { Call, Payments } from './ports.ts';

export interface CreatePaymentIntentNeeds extends PayableHoldNeeds {
  readonly payments: Pick<Payments, 'openIntent' | 'settle'>;
}

export async function createPaymentIntent(
  needs: CreatePaymentIntentNeeds,
  call: Call,
  command: { readonly reservationId: string; readonly idempotencyKey: string },
): Promise<Result<OpenIntentResponse>> {
  const payable = await payableHold(needs, call, command.reservationId);
  if (!payable.ok) return payable;
  const { id: reservationId, total: amount, holdExpiresAt: until } = payable.value;
  return needs.payments.openIntent(call, {
    reservationId,
    idempotencyKey: command.idempotencyKey,
    amount,
    until,
  });
}
