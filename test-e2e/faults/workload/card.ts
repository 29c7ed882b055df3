import type { Fields, Outcome } from '../history/entries.ts';
import { pause } from './world.ts';
import type { Client, Tenant } from './world.ts';

const TIMEOUT_MS = 10_000;

interface Paying {
  readonly reservationId: string;
  readonly card: string;
  readonly send: () => Promise<Response>;
}

function anyCard({ random }: Client): string {
  const number = random.int(1, 20);
  if (number === 1) return 'pm_card_pendingRefund';
  return number <= 3 ? 'pm_card_chargeDeclined' : 'pm_card_visa';
}

/** Pays an intent at the provider, as the guest's browser does with the client secret. */
export async function payIntent(
  client: Client,
  tenant: Tenant,
  { reservationId, intentId }: { reservationId: string; intentId: string },
): Promise<void> {
  const { providerUrl, providerKey } = client.world;
  await payWith(client, tenant, reservationId, (card) =>
    fetch(`${providerUrl}/v1/payment_intents/${intentId}/confirm`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${providerKey}`,
        'stripe-account': tenant.accountId,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: `payment_method=${card}`,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );
}

/** Pays on the provider's hosted page. */
export async function payOnPage(
  client: Client,
  tenant: Tenant,
  { reservationId, url }: { reservationId: string; url: string },
): Promise<void> {
  await payWith(client, tenant, reservationId, (card) =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `payment_method=${card}`,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );
}

/** A declined guest tries another card. */
async function payWith(
  client: Client,
  tenant: Tenant,
  reservationId: string,
  send: (card: string) => Promise<Response>,
): Promise<void> {
  const card = anyCard(client);
  const paid = await pay(client, tenant, { reservationId, card, send: () => send(card) });
  if (paid !== 'refused' || card !== 'pm_card_chargeDeclined') return;
  await pause(client.random.int(100, 600));
  const other = 'pm_card_visa';
  await pay(client, tenant, { reservationId, card: other, send: () => send(other) });
}

async function pay(
  { world: { recorder }, name }: Client,
  tenant: Tenant,
  { reservationId, card, send }: Paying,
): Promise<Outcome> {
  const id = recorder.invoke(name, tenant.id, 'pay', { id: reservationId, card });
  const end = (outcome: Outcome, status: number | null, output: Fields = {}): Outcome => {
    recorder.end(id, { outcome, status, code: null, output });
    return outcome;
  };
  try {
    const response = await send();
    await response.text();
    if (response.status < 400) return end('ok', response.status);
    return end(response.status >= 500 ? 'info' : 'refused', response.status);
  } catch {
    return end('info', null);
  }
}
