import { ok, refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { OpenRefusal } from '../../domain/attempts/open-attempt.ts';
import type { RecordedPayment } from '../provider/record-provider-answer.ts';
import { createAtProvider } from './create-at-provider.ts';
import type { CreateAtProvider, CreateAtProviderDeps } from './create-at-provider.ts';

export type AttemptRefusal = OpenRefusal | 'resource_locked' | 'payment_setup_failed';

export type CreatedAttempt = Pick<RecordedPayment, 'payment' | 'secret'>;

/** Creates the leased attempt at the provider. Throws ProviderUnavailable. */
export async function completeAttempt(
  deps: CreateAtProviderDeps,
  ctx: RequestContext,
  input: CreateAtProvider,
): Promise<Result<CreatedAttempt, Refusal<AttemptRefusal>>> {
  const created = await createAtProvider(deps, ctx, input);
  if (!created.ok)
    return created.refusal.code === 'account_cannot_charge'
      ? refuse('provider_not_configured', 'The account of the tenant cannot take payments.')
      : refuse('payment_setup_failed', 'The payment provider refused the payment.');
  // The request that ended the reservation cancels the payment. A penalty is paid after the end.
  if (created.value.hasEnded && input.payment.purpose !== 'penalty')
    return refuse('reservation_not_holdable', 'The reservation can no longer be paid.');
  return ok(created.value);
}
