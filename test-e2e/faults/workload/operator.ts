import { bookStay } from './book.ts';
import { call } from './call.ts';
import { changeBlocks } from './blocks.ts';
import { changeStay } from './changes.ts';
import { cancel, keepReservation } from './guest.ts';
import { anyResource, anyStay, NIGHTS, stayAt } from './world.ts';
import type { Client, Tenant } from './world.ts';

/** One action of the front desk. */
export async function beOperator(client: Client, tenant: Tenant): Promise<void> {
  const way = client.random.int(1, 100);
  if (way <= 38) return book(client, tenant);
  if (way <= 45) return changeBlocks(client, tenant);
  const booking = pickBooking(client, tenant);
  if (way <= 55 && booking !== undefined) return cancel(client, tenant, booking);
  if (way <= 70 && booking !== undefined) {
    await changeStay(client, tenant, booking);
    return;
  }
  if (way <= 80 && booking !== undefined) return move(client, tenant, booking);
  if (way <= 90 && booking !== undefined) return refund(client, tenant, booking);
  if (way <= 95) return setRates(client, tenant);
  return setRestrictions(client, tenant);
}

/** Mostly one of the last ones, where most is going on. */
function pickBooking({ random }: Client, { known }: Tenant): string | undefined {
  const recent = random.chance(0.7) ? known.bookings.slice(-25) : known.bookings;
  return recent.length === 0 ? undefined : random.pick(recent).id;
}

async function book(client: Client, tenant: Tenant): Promise<void> {
  const { random } = client;
  const { id: resourceId, ratePlanId, units } = anyResource(client, tenant);
  const { from, to } = anyStay(random);
  const quantity = random.chance(0.2) ? Math.min(2, units) : 1;
  const { outcome } = await bookStay(client, tenant, { resourceId, ratePlanId, from, to, quantity });
  // A hotel that is sold out makes room, or nothing would happen any more.
  const other = pickBooking(client, tenant);
  if (outcome === 'refused' && other !== undefined) await cancel(client, tenant, other);
}

async function move(client: Client, tenant: Tenant, id: string): Promise<void> {
  const to = client.random.pick(['checked_in', 'checked_in', 'checked_out', 'no_show', 'cancelled']);
  await call(client, tenant, {
    op: 'move',
    method: 'PATCH',
    path: `/v1/bookings/${id}`,
    body: { state: to },
    input: { id, to },
    keep: keepReservation,
  });
}

async function refund(client: Client, tenant: Tenant, id: string): Promise<void> {
  const amount = client.random.chance(0.5)
    ? undefined
    : String(client.random.pick([1_000, 2_500, 10_000, 20_000]));
  await call(client, tenant, {
    op: 'refund',
    method: 'POST',
    path: `/v1/bookings/${id}/refunds`,
    body: amount === undefined ? {} : { amountMinorUnits: amount },
    input: { id, amount: amount ?? null },
    keep: ({ id: refundId, amountMinorUnits, state, providerRefundId }) => ({
      refundId,
      amountMinorUnits,
      state,
      providerRefundId,
    }),
  });
}

/** The longest stay of the plan: a value that identifies the write, and that no stay reaches. */
async function setRates(client: Client, tenant: Tenant): Promise<void> {
  const { random } = client;
  const resource = anyResource(client, tenant);
  const value = random.int(10, 365);
  const plan = { code: `flex-${tenant.marker}`, name: tenant.marker, currency: 'EUR' };
  await call(client, tenant, {
    op: 'set-plan',
    method: 'PUT',
    path: `/v1/resources/${resource.id}/rates`,
    body: { ratePlans: [{ ...plan, maxStayNights: value }] },
    input: { resourceId: resource.id, value: String(value) },
  });
}

/** A restriction beyond the nights that are sold, with a value that identifies the write. */
async function setRestrictions(client: Client, tenant: Tenant): Promise<void> {
  const { random } = client;
  const resource = anyResource(client, tenant);
  const { from, to } = stayAt(NIGHTS + 2, 3);
  const value = random.int(10, 365);
  await call(client, tenant, {
    op: 'set-restriction',
    method: 'PUT',
    path: `/v1/resources/${resource.id}/restrictions`,
    body: { restrictions: [{ ratePlanCode: `flex-${tenant.marker}`, from, to, maxStayNights: value }] },
    input: { resourceId: resource.id, value: String(value) },
  });
}
