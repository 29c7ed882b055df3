import Stripe from 'stripe';
import type { ProviderIntent, ProviderRefund } from '../end-state.ts';

interface Account {
  readonly providerUrl: string;
  readonly providerKey: string;
  readonly accountId: string;
}

/** What the provider has seen: its intents, charges and refunds of the account. */
export async function readProvider({ providerUrl, providerKey, accountId }: Account): Promise<{
  intents: ProviderIntent[];
  refunds: ProviderRefund[];
}> {
  const url = new URL(providerUrl);
  const stripe = new Stripe(providerKey, {
    host: url.hostname,
    port: Number(url.port),
    protocol: 'http',
  });
  const account = { stripeAccount: accountId };
  const charges = new Map<string, number>();
  for await (const charge of stripe.charges.list({ limit: 100 }, account)) {
    if (!charge.paid) continue;
    const intent = idOf(charge.payment_intent);
    charges.set(intent, (charges.get(intent) ?? 0) + 1);
  }
  const intents: ProviderIntent[] = [];
  for await (const intent of stripe.paymentIntents.list({ limit: 100 }, account)) {
    intents.push({
      id: intent.id,
      status: intent.status,
      amountReceived: intent.amount_received,
      reservationId: intent.metadata['reservationId'] ?? '',
      paymentId: intent.metadata['paymentId'] ?? '',
      charges: charges.get(intent.id) ?? 0,
    });
  }
  const refunds: ProviderRefund[] = [];
  for await (const refund of stripe.refunds.list({ limit: 100 }, account)) {
    refunds.push({
      id: refund.id,
      intentId: idOf(refund.payment_intent),
      amount: refund.amount,
      status: refund.status ?? '',
      reservationId: refund.metadata?.['reservationId'] ?? '',
      refundId: refund.metadata?.['refundId'] ?? '',
    });
  }
  return { intents, refunds };
}

/** Not expanded, an object is its id. */
function idOf(object: string | { readonly id: string } | null): string {
  return typeof object === 'string' ? object : (object?.id ?? '');
}
