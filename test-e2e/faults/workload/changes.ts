import type { Fields } from '../history/entries.ts';
import { nightsOf } from '../checker/evidence.ts';
import { bookStay } from './book.ts';
import { call, persist } from './call.ts';
import type { Request } from './call.ts';
import { payIntent } from './card.ts';
import { keepReservation } from './guest.ts';
import { anyResource, anyStay, NIGHTS, pause, stayAt } from './world.ts';
import type { Client, Tenant } from './world.ts';

/** Of stays that cannot be changed, so many are tried before one that can. */
const MOST_TRIES = 4;

/** One action of a desk that does nothing but change stays. */
export async function beChanger(client: Client, tenant: Tenant): Promise<void> {
  const { random } = client;
  const { bookings } = tenant.known;
  if (bookings.length === 0) return;
  if (random.chance(0.2)) return moveSome(client, tenant);
  if (random.chance(0.5)) return bookAndExtend(client, tenant);
  for (let tries = 0; tries < MOST_TRIES; tries += 1)
    if (await changeStay(client, tenant, random.pick(bookings.slice(-40)).id)) return;
}

/** A night that is paid at the desk, and one more that is to be paid by card. */
async function bookAndExtend(client: Client, tenant: Tenant): Promise<void> {
  const { id: resourceId, ratePlanId } = anyResource(client, tenant);
  const first = client.random.int(0, NIGHTS - 2);
  const stay = { resourceId, ratePlanId, ...windowOf(first, 1), quantity: 1 };
  const { outcome, id } = await bookStay(client, tenant, stay, true);
  if (outcome !== 'ok') return;
  const quoted = await quoteChange(client, tenant, { id, target: { to: windowOf(first, 2).to } });
  if (quoted !== undefined) await makeChange(client, tenant, { id, quoted });
}

function windowOf(first: number, nights: number): { readonly from: string; readonly to: string } {
  const { from, to } = stayAt(first, nights);
  return { from, to };
}

/**
 * Quotes a change of a stay and mostly makes it: other dates, another room, more units. What is due is paid, or is not. False:
 * the stay cannot be changed so.
 */
export async function changeStay(client: Client, tenant: Tenant, id: string): Promise<boolean> {
  const { random } = client;
  const quoted = await quoteChange(client, tenant, { id, target: anyTarget(client, tenant) });
  if (quoted === undefined) return false;
  if (random.chance(0.9)) await makeChange(client, tenant, { id, quoted });
  return true;
}

async function makeChange(
  client: Client,
  tenant: Tenant,
  { id, quoted }: { readonly id: string; readonly quoted: ChangeRequest },
): Promise<void> {
  const { random } = client;
  const request = withSettlement(quoted, random.chance(0.7) ? 'now' : 'later');
  // A double click, and now and then the same change under another key.
  if (random.chance(0.2)) void call(client, tenant, request);
  if (random.chance(0.1)) void call(client, tenant, { ...request, key: random.uuid() });
  const made = await persist(client, tenant, request);
  const { change, payment } = made.body;
  const { id: changeId, state, expiresAt, proposed } = Object(change) as Fields;
  if (state !== 'awaiting_payment') return;
  const { providerPaymentIntentId } = Object(payment) as Fields;
  const way = random.int(1, 10);
  if (way === 1) return;
  // Most pay at once, some about when the change ends, and some after it, when others may have its units.
  const leftMs = Math.max(0, Date.parse(String(expiresAt)) - Date.now());
  await pause(way <= 5 ? random.int(0, 400) : leftMs + (way <= 7 ? random.int(-1_500, 1_500) : 50));
  if (way === 2) return giveUp(client, tenant, { id, changeId: String(changeId) });
  // The payment is sooner than the end of the intent, and mostly later than the others.
  const taking = way > 7 ? takeUnits(client, tenant, Object(proposed) as Fields) : undefined;
  if (taking !== undefined) await pause(random.int(0, 400));
  const intentId = String(providerPaymentIntentId);
  await payIntent(client, tenant, { reservationId: id, intentId });
  await taking;
}

export interface ChangeRequest extends Request {
  readonly key: string;
  readonly body: Fields;
}

/** The request that makes the quoted change; undefined where it was not quoted. */
export async function quoteChange(
  client: Client,
  tenant: Tenant,
  { id, target }: { readonly id: string; readonly target: Fields },
): Promise<ChangeRequest | undefined> {
  const { outcome, body } = await call(client, tenant, {
    op: 'quote-change',
    method: 'POST',
    path: `/v1/bookings/${id}/change-quotes`,
    body: target,
    input: { id },
    keep: ({ changes }) => ({ changes }),
  });
  if (outcome !== 'ok') return undefined;
  const { changeToken, retainedMinorUnits, version } = body;
  return {
    op: 'change',
    method: 'POST',
    path: `/v1/bookings/${id}/changes`,
    body: { changeToken },
    key: client.random.uuid(),
    input: { id, version, retainedMinorUnits },
    keep: keepChange,
  };
}

export const withSettlement = (request: ChangeRequest, settle: 'now' | 'later'): ChangeRequest => ({
  ...request,
  body: { ...request.body, settle },
});

/** Sends many stays to each other's resources at once, as a front desk does that makes room. */
async function moveSome(client: Client, tenant: Tenant): Promise<void> {
  const { random } = client;
  const recent = tenant.known.bookings.slice(-30);
  const ids = new Set(Array.from({ length: Math.min(12, recent.length) }, () => random.pick(recent).id));
  const quoted = await Promise.all(
    [...ids].map(async (id) => {
      const { id: resourceId, ratePlanId } = anyResource(client, tenant);
      const { from, to } = anyStay(random);
      return quoteChange(client, tenant, { id, target: { resourceId, ratePlanId, from, to } });
    }),
  );
  await Promise.all(
    quoted
      .filter((request) => request !== undefined)
      .map((request) => persist(client, tenant, withSettlement(request, 'later'))),
  );
}

function anyTarget(client: Client, tenant: Tenant): Fields {
  const { random } = client;
  const { from, to } = anyStay(random);
  const way = random.int(1, 10);
  if (way <= 5) return { from, to };
  if (way <= 6) return { quantity: random.int(1, 2) };
  const { id: resourceId, ratePlanId } = anyResource(client, tenant);
  return way <= 8 ? { resourceId, ratePlanId } : { resourceId, ratePlanId, from, to };
}

/** Of a change that has ended without its payment: its leases have lapsed, so that others may have its nights. */
async function takeUnits(client: Client, tenant: Tenant, proposed: Fields): Promise<void> {
  const resource = tenant.resources.find(({ id }) => id === proposed['resourceId']);
  if (resource === undefined) return;
  const { id: resourceId, ratePlanId } = resource;
  const nights = nightsOf({ startsAt: String(proposed['from']), endsAt: String(proposed['to']) });
  await Promise.all(
    nights.map((night) => {
      const next = Temporal.PlainDate.from(night).add({ days: 1 });
      const window = { from: `${night}T15:00:00Z`, to: `${next.toString()}T10:00:00Z` };
      return bookStay(client, tenant, { resourceId, ratePlanId, ...window, quantity: 1 });
    }),
  );
}

function keepChange(body: Fields, headers: Headers): Fields {
  const { change } = body;
  const { id: changeId, state: changeState } = Object(change) as Fields;
  return { ...keepReservation(Object(body['booking']) as Fields, headers), changeId, changeState };
}

async function giveUp(
  client: Client,
  tenant: Tenant,
  { id, changeId }: { readonly id: string; readonly changeId: string },
): Promise<void> {
  await call(client, tenant, {
    op: 'give-up-change',
    method: 'DELETE',
    path: `/v1/bookings/${id}/changes/${changeId}`,
    input: { id, changeId },
  });
}
