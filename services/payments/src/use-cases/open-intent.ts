// Owns opening the one live payment attempt of a reservation, or answering the one that is open.
import { ok, refuse } from '@lodging/kernel';
import type { NewId, Result } from '@lodging/kernel';
import { openAttempt } from '../domain/open-attempt.ts';
import type { OpenAnswer, OpenRefusal } from '../domain/open-attempt.ts';
import { publicState } from '../domain/payment.ts';
import type { Lease, Opening, Placed, PlacedState } from '../domain/payment.ts';
import type { AskForIntent, AskPorts } from './ask-for-intent.ts';
import { ProviderUnavailable } from './ports.ts';
import type { Accounts, ProviderRefusal } from './ports.ts';

export interface OpenIntentRequest {
  readonly reservationId: string;
  readonly idempotencyKey: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly expiresAt: Temporal.Instant;
  readonly livemode: boolean;
}

export interface Handle {
  readonly reservationId: string;
  readonly intentId: string;
  readonly clientSecret: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly state: PlacedState;
}

export interface OpenedIntent {
  readonly handle: Handle;
  readonly outcome: 'created' | 'already_open' | 'replayed';
}

export type OpenIntentRefusal = OpenRefusal | 'resource_locked' | 'payment_setup_failed';

export interface OpenIntentPorts extends AskPorts {
  readonly accounts: Accounts;
  readonly askForIntent: AskForIntent;
  readonly newId: NewId;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * What a caller waits for after a process died over its attempt. It may be shorter than the provider's slowest answer:
 * the provider key makes the call of whoever takes over and the call of a slow predecessor one and the same.
 */
const LEASE = { seconds: 6 };
/** How long a caller waits for another one's answer. */
const PATIENCE = { seconds: 2 };
const LOOK_AGAIN_MS = 60;

export function openIntent(ports: OpenIntentPorts) {
  return async (
    tenantId: string,
    request: OpenIntentRequest,
  ): Promise<Result<OpenedIntent, { code: OpenIntentRefusal; detail: string }>> => {
    const { reservationId } = request;
    const decided = await decideOrWait(ports, tenantId, request);
    switch (decided.kind) {
      case 'refused':
        return { ok: false, refusal: decided.refusal };
      case 'wait':
        return refuse('resource_locked', 'Another request is opening this payment.', {
          retryAfterSeconds: 1,
        });
      case 'known': {
        const { payment, outcome } = decided;
        return ok({ handle: await handleOf(ports, tenantId, reservationId, payment), outcome });
      }
      case 'ask-provider':
        return askProvider(ports, tenantId, reservationId, decided);
    }
  };
}

async function decideOrWait(
  ports: OpenIntentPorts,
  tenantId: string,
  request: OpenIntentRequest,
): Promise<OpenAnswer> {
  const { ledgers, accounts, clock, newId, pause } = ports;
  const { reservationId, idempotencyKey: key } = request;
  const account = await accounts.find(tenantId);
  const patience = clock.now().add(PATIENCE);
  for (;;) {
    const now = clock.now();
    const lease: Lease = { owner: newId(), until: now.add(LEASE) };
    const newPaymentId = newId();
    const answer = await ledgers.changeWithKey(tenantId, reservationId, key, (ledger, keyHolder) =>
      openAttempt(ledger, {
        ...request,
        key,
        keyHolder,
        accountId: account?.accountId ?? null,
        newPaymentId,
        lease,
        now,
      }),
    );
    if (answer.kind !== 'wait' || Temporal.Instant.compare(now, patience) >= 0) return answer;
    await pause(LOOK_AGAIN_MS);
  }
}

async function askProvider(
  ports: OpenIntentPorts,
  tenantId: string,
  reservationId: string,
  { payment, resumed }: { payment: Opening; resumed: boolean },
): Promise<Result<OpenedIntent, { code: OpenIntentRefusal; detail: string }>> {
  try {
    const asked = await ports.askForIntent(tenantId, reservationId, payment, resumed);
    if (!asked.ok) return refusedByProvider(asked.refusal);
    // Whoever ended it cancels the intent, too.
    if (asked.value.ended)
      return refuse('reservation_not_holdable', 'The reservation can no longer be paid.');
    const handle = await handleOf(ports, tenantId, reservationId, asked.value.payment);
    return ok({ handle, outcome: 'created' });
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    return refuse(
      'payment_setup_failed',
      'The payment provider gave no answer; the same request may be sent again.',
    );
  }
}

function refusedByProvider({ code }: ProviderRefusal) {
  return code === 'account_cannot_charge'
    ? refuse('provider_not_configured', 'The account of the tenant cannot take payments.')
    : refuse('payment_setup_failed', 'The payment provider refused the payment.');
}

async function handleOf(
  { provider, vault }: OpenIntentPorts,
  tenantId: string,
  reservationId: string,
  payment: Placed,
): Promise<Handle> {
  const known = payment.sealedSecret && vault.open(tenantId, payment.id, payment.sealedSecret);
  const clientSecret = known || (await provider.readIntent(payment, payment.intentId)).clientSecret;
  if (!clientSecret) throw new ProviderUnavailable('the provider gave an intent without a client secret');
  return {
    reservationId,
    intentId: payment.intentId,
    clientSecret,
    amountMinorUnits: payment.amountMinorUnits,
    currency: payment.currency,
    state: publicState(payment),
  };
}
