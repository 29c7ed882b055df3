import type pg from 'pg';
import type { Client } from '../harness/client.ts';
import type { Demo } from '../harness/demo.ts';
import { makeLodging } from '../harness/own-tenant.ts';
import { multiplyLodging, withDatabase } from './multiply.ts';
import { makeUnlimitedTenant } from './stage.ts';

/** A tenant whose resources are searched. */
export interface SearchHouse {
  readonly key: string;
  readonly secret: Client;
  readonly resourceIds: readonly string[];
  /** Three nights for which six of ten resources are taken. */
  readonly dates: { readonly arrival: string; readonly departure: string };
}

const RESOURCES = 1_000;
/** Stays of two nights, one in three days: half of them in the past. */
const CLAIMS_EACH = 1_000;
const FREE_OF_TEN = 4;

/** 1,000 resources with two plans, made by SQL: through the API it takes minutes. */
export async function makeSearchHouse(demo: Demo): Promise<SearchHouse> {
  const { key, secret } = await makeUnlimitedTenant(demo);
  const { id, ratePlanId } = await makeLodging(secret);
  const saver = { code: 'saver', name: 'Saver', currency: 'EUR' };
  await secret.put(`/v1/resources/${id}/rates`, { ratePlans: [saver] });
  const pricing = [{ ratePlanCode: 'saver', baseAmountMinorUnits: '9000' }];
  await secret.put(`/v1/resources/${id}/pricing`, { pricing });
  const arrival = Temporal.Now.plainDateISO('UTC').add({ days: 30 });
  const dates = { arrival: arrival.toString(), departure: arrival.add({ days: 3 }).toString() };
  // A past booking, as the model of all claims.
  const [from, to] = [-10, -8].map((days) => `${arrival.subtract({ days: 30 }).add({ days })}T12:00:00Z`);
  const stay = {
    resourceId: id,
    ratePlanId,
    from,
    to,
    partySize: 2,
    guestEmail: 'bench@example.test',
    paidOffline: true,
  };
  const booked = await secret.create('/v1/bookings', stay);
  if (booked.status !== 201) throw new Error(`no booking: ${JSON.stringify(booked.body)}`);
  const resourceIds = await withDatabase(demo, async (client) => {
    const copies = await multiplyLodging(client, id, RESOURCES - 1);
    const all = [id, ...copies.map(({ resourceId }) => resourceId)];
    await takeNights(client, all, dates);
    return all;
  });
  return { key, secret, resourceIds, dates };
}

/** They are not exclusive: an index that no search reads would take minutes. */
async function takeNights(
  client: pg.Client,
  resourceIds: readonly string[],
  { arrival, departure }: SearchHouse['dates'],
): Promise<void> {
  const first = `$4::date + (n - $3::int / 2) * 3`;
  await client.query(
    `INSERT INTO inventory.claims
     SELECT (jsonb_populate_record(original, jsonb_build_object('claim_id', gen_random_uuid(), 'resource_id', taken.id, 'exclusive', false,
       'during', tstzrange((${first})::timestamp AT TIME ZONE 'UTC', (${first} + 2)::timestamp AT TIME ZONE 'UTC')))).*
     FROM inventory.claims AS original, unnest($2::uuid[]) WITH ORDINALITY AS taken (id, place), generate_series(1, $3::int) AS n
     WHERE original.resource_id = $1
       AND (taken.place % 10 >= ${FREE_OF_TEN} OR ${first} >= $5::date OR ${first} + 2 <= $4::date)
       AND NOT (taken.id = original.resource_id AND (${first})::timestamp AT TIME ZONE 'UTC' < original.ends_at
         AND (${first} + 2)::timestamp AT TIME ZONE 'UTC' > original.starts_at)`,
    [resourceIds[0], resourceIds, CLAIMS_EACH, arrival, departure],
  );
  await client.query(
    'ANALYZE inventory.resources, inventory.rate_plans, inventory.pricing, inventory.claims',
  );
}
