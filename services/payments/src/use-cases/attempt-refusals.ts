import { refuse } from '@lodging/kernel';
import type { OpenRefusal } from '../domain/open-attempt.ts';
import type { ProviderRefusal } from './ports.ts';

export type AttemptRefusal = OpenRefusal | 'resource_locked' | 'payment_setup_failed';

export const beingOpened = () =>
  refuse('resource_locked', 'Another request is opening this payment.', { retryAfterSeconds: 1 });

export const noLongerPayable = () =>
  refuse('reservation_not_holdable', 'The reservation can no longer be paid.');

export const noAnswer = () =>
  refuse('payment_setup_failed', 'The payment provider gave no answer; the same request may be sent again.');

export function refusedByProvider({ code }: ProviderRefusal) {
  return code === 'account_cannot_charge'
    ? refuse('provider_not_configured', 'The account of the tenant cannot take payments.')
    : refuse('payment_setup_failed', 'The payment provider refused the payment.');
}
