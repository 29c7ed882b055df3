import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { isOpen, isPaid } from '../domain/payment.ts';
import type { Placed, ReturnAddresses } from '../domain/payment.ts';
import { addressProblem } from '../domain/return-address.ts';
import { beingOpened, noAnswer, noLongerPayable, refusedByProvider } from './attempt-refusals.ts';
import type { AttemptRefusal } from './attempt-refusals.ts';
import { claimAttempt } from './claim-attempt.ts';
import type { HearFromProvider } from './hear-from-provider.ts';
import type { OpenIntentPorts } from './open-intent.ts';
import { ProviderUnavailable } from './ports.ts';
import type { PaymentAccount } from './ports.ts';

export interface OpenCheckoutRequest extends ReturnAddresses {
  readonly reservationId: string;
  readonly amountMinorUnits: bigint;
  readonly currency: string;
  readonly expiresAt: Temporal.Instant;
  readonly livemode: boolean;
}

export interface CheckoutPage {
  readonly id: string;
  readonly url: string;
}

export interface OpenCheckoutPorts extends OpenIntentPorts {
  readonly hear: HearFromProvider;
}

export type CheckoutRefusal = AttemptRefusal | 'invalid_redirect_url';

type Answer = Result<CheckoutPage, { code: CheckoutRefusal; detail: string }>;

/** The account comes first: without one there is no list that an address could be on. */
export function openCheckoutSession(ports: OpenCheckoutPorts) {
  return async (tenantId: string, request: OpenCheckoutRequest): Promise<Answer> => {
    const account = await ports.accounts.find(tenantId);
    if (account === undefined)
      return refuse('provider_not_configured', 'The tenant has no account to be paid on.');
    const detail = whyNotAllowed(request, account);
    if (detail !== undefined) return refuse('invalid_redirect_url', detail);
    try {
      return await open(ports, tenantId, request, account);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      return noAnswer();
    }
  };
}

function whyNotAllowed(request: OpenCheckoutRequest, account: PaymentAccount): string | undefined {
  const allowed = { origins: account.redirectOrigins, livemode: request.livemode };
  for (const name of ['successUrl', 'cancelUrl'] as const) {
    const problem = addressProblem(request[name], allowed);
    if (problem !== undefined) return `${name} ${problem}.`;
  }
  return undefined;
}

async function open(
  ports: OpenCheckoutPorts,
  tenantId: string,
  { successUrl, cancelUrl, ...terms }: OpenCheckoutRequest,
  { accountId }: PaymentAccount,
): Promise<Answer> {
  const { reservationId } = terms;
  const decided = await claimAttempt(ports, tenantId, {
    ...terms,
    kind: 'checkout_session',
    key: null,
    returnTo: { successUrl, cancelUrl },
    accountId,
  });
  switch (decided.kind) {
    case 'refused':
      return { ok: false, refusal: decided.refusal };
    case 'wait':
      return beingOpened();
    case 'known':
      return pageOf(ports, tenantId, reservationId, decided.payment);
    case 'ask-provider': {
      const { payment, resumed } = decided;
      const asked = await ports.askForAttempt(tenantId, reservationId, payment, resumed);
      if (!asked.ok) return refusedByProvider(asked.refusal);
      // Whoever ended it ends the page, too.
      if (asked.value.ended) return noLongerPayable();
      return pageOf(ports, tenantId, reservationId, asked.value.payment);
    }
  }
}

/** Where the address is not known, or sealed with a key we no longer have, the provider is asked for the page. */
async function pageOf(
  { provider, vault, hear }: OpenCheckoutPorts,
  tenantId: string,
  reservationId: string,
  payment: Placed,
): Promise<Answer> {
  const { sessionId, sealedSecret } = payment;
  const known = sealedSecret === null ? undefined : vault.open(tenantId, payment.id, sealedSecret);
  if (known !== undefined && sessionId !== null) return ok({ id: sessionId, url: known });
  const session =
    sessionId === null
      ? await provider.findSession(payment, payment.id, payment.createdAt)
      : await provider.readSession(payment, sessionId);
  if (session?.url) return ok({ id: session.report.sessionId, url: session.url });
  const now = isOpen(payment) ? await hear.payment(tenantId, reservationId, payment) : payment;
  if (isPaid(now)) return refuse('already_paid', 'The reservation is already paid.');
  throw new ProviderUnavailable('the checkout page is over, and not paid');
}
