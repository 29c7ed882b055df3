import type { FastifyInstance, FastifyReply } from 'fastify';
import { newPaymentIntent } from '../objects/payment-intent.ts';
import { newPaymentMethod } from '../objects/payment-method.ts';
import { testPaymentByName } from '../objects/known-payments.ts';
import type { TestPayment } from '../objects/known-payments.ts';
import { ApiError } from '../protocol/api-error.ts';
import { formatAmount } from '../protocol/check-amount.ts';
import type { Cause, Provider } from '../provider.ts';
import { attemptPayment } from '../transitions/attempt-payment.ts';
import type { CheckoutSessionRecord, PaymentIntentRecord } from '../state/records.ts';
import { html } from '../../pages/show-page.ts';
import { paymentPage } from './payment-page.ts';

interface OpenSession {
  readonly cause: Cause;
  readonly session: CheckoutSessionRecord;
}

export function serveCheckoutPage(app: FastifyInstance, provider: Provider): void {
  app.get<{ Params: { id: string } }>('/c/pay/:id', async (request, reply) => {
    const open = openSession(provider, request.params.id);
    return open === undefined ? gone(reply) : showForm(reply, open.session, 200, undefined);
  });
  app.post<{ Params: { id: string }; Body: Record<string, unknown> | undefined }>(
    '/c/pay/:id',
    async (request, reply) => {
      const open = openSession(provider, request.params.id);
      if (open === undefined) return gone(reply);
      const selected = request.body?.['payment_method'] ?? 'pm_card_visa';
      const behaves = typeof selected === 'string' ? testPaymentByName(selected) : undefined;
      if (behaves === undefined) return showForm(reply, open.session, 402, 'Your card number is incorrect.');
      return pay(provider, reply, open, behaves);
    },
  );
}

/** Undefined for a session that is not open, or past `expires_at`. */
function openSession(provider: Provider, id: string): OpenSession | undefined {
  const located = provider.store.checkoutSessions.locate(id);
  if (located === undefined || located.entry.object.status !== 'open') return undefined;
  if (located.entry.object.expires_at <= provider.now()) return undefined;
  return { cause: { account: located.account, request: null }, session: located.entry };
}

async function pay(
  provider: Provider,
  reply: FastifyReply,
  open: OpenSession,
  behaves: TestPayment,
): Promise<FastifyReply> {
  const { cause, session } = open;
  const { livemode, success_url: successUrl, id } = session.object;
  const method = newPaymentMethod(behaves, livemode, provider.now());
  provider.store.paymentMethods.put(cause.account, method);
  const returnUrl = (successUrl ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id);
  const intent = { ...intentFor(provider, open), returnUrl };
  try {
    const next = attemptPayment(provider, cause, { intent, method });
    const location = next.object.next_action?.redirect_to_url?.url ?? returnUrl;
    return await reply.redirect(location, 303);
  } catch (error) {
    if (error instanceof ApiError) return showForm(reply, session, error.status, error.message);
    throw error;
  }
}

/** The intent is created by the first payment attempt and used by the later ones. */
function intentFor(provider: Provider, { cause, session }: OpenSession): PaymentIntentRecord {
  const intentId = session.object.payment_intent;
  const existing =
    typeof intentId === 'string' ? provider.store.paymentIntents.find(cause.account, intentId) : undefined;
  if (existing !== undefined) return existing;
  const { object } = session;
  const intent = provider.store.paymentIntents.put(cause.account, {
    object: newPaymentIntent({
      amount: object.amount_total ?? 0,
      currency: object.currency ?? '',
      livemode: object.livemode,
      created: provider.now(),
      metadata: session.intent.metadata,
      description: session.intent.description,
      receiptEmail: object.customer_email,
      captureMethod: 'automatic_async',
      confirmationMethod: 'automatic',
      allowedTypes: object.allowed_payment_method_types,
      allowRedirects: 'always',
      statementDescriptorSuffix: null,
      transferGroup: null,
      applicationFeeAmount: null,
    }),
    returnUrl: null,
    checkoutSession: object.id,
  });
  provider.store.checkoutSessions.put(cause.account, {
    ...session,
    object: { ...object, payment_intent: intent.object.id },
  });
  provider.emit(cause, object.livemode, 'payment_intent.created', intent.object);
  return intent;
}

async function showForm(
  reply: FastifyReply,
  { object, lineItems }: CheckoutSessionRecord,
  status: number,
  error: string | undefined,
): Promise<FastifyReply> {
  const amount = formatAmount(object.amount_total ?? 0, object.currency ?? 'usd');
  const cards = [
    ['pm_card_visa', 'Pay'],
    ['pm_card_chargeDeclined', 'Pay with a card that is declined'],
    ['pm_card_authenticationRequired', 'Pay with a card that asks who you are'],
  ] as const;
  const content = html`<h1>${amount}</h1>
    <ul>
      ${lineItems.map((item) => html`<li>${item.quantity} × ${item.description}</li>`)}
    </ul>
    ${error === undefined ? '' : html`<p class="error" role="alert">${error}</p>`}
    <form method="post">
      ${cards.map(([card, label]) => html`<button name="payment_method" value="${card}">${label}</button>`)}
    </form>
    ${object.cancel_url === null ? '' : html`<p><a href="${object.cancel_url}">Back</a></p>`}`;
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(paymentPage(`Pay ${amount}`, content));
}

async function gone(reply: FastifyReply): Promise<FastifyReply> {
  const content = html`<h1>This page has ended</h1>
    <p>The payment was made already, or its time is over.</p>`;
  return reply.code(404).type('text/html; charset=utf-8').send(paymentPage('Checkout', content));
}
