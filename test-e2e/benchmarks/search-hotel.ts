import type pg from 'pg';
import type { Client } from '../harness/client.ts';
import type { Demo } from '../harness/demo.ts';
import { makeLodging } from '../harness/own-tenant.ts';
import { multiplyLodging, withDatabase, withoutRowChecks } from './multiply.ts';
import { makeUnlimitedTenant } from './stage.ts';

/** A tenant whose resources are searched. */
export interface SearchHotel {
  readonly key: string;
  readonly secret: Client;
  readonly resourceIds: readonly string[];
  /** Three nights for which six of ten resources are sold. */
  readonly dates: { readonly arrival: string; readonly departure: string };
}

const RESOURCES = 1_000;
/** Stays of two nights, one in three days: half of them in the past. */
const CLAIMS_EACH = 1_000;
const FREE_OF_TEN = 4;

/** 1,000 resources with two plans, made by SQL: through the API it takes minutes. */
export async function makeSearchHotel(demo: Demo): Promise<SearchHotel> {
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

/**
 * Like the one claim that the first resource has. Without the checks of each row and the index of exclusive claims, which no
 * search reads: they would take minutes.
 */
async function takeNights(
  client: pg.Client,
  resourceIds: readonly string[],
  { arrival, departure }: SearchHotel['dates'],
): Promise<void> {
  const insert = () =>
    client.query(
      `INSERT INTO inventory.claims (tenant_id, claim_id, resource_id, kind, state, units, created_at, confirmed_at,
       exclusive, during, starts_at, ends_at)
     SELECT c.tenant_id, gen_random_uuid(), r.id, c.kind, c.state, c.units, c.created_at, c.confirmed_at,
       false, tstzrange(s.starts_at, s.ends_at), s.starts_at, s.ends_at
     FROM inventory.claims c, unnest($2::uuid[]) WITH ORDINALITY AS r (id, place), generate_series(1, $3::int) AS n,
       LATERAL (SELECT $4::timestamptz + (n - $3::int / 2) * interval '72 hours' AS starts_at,
         $4::timestamptz + ((n - $3::int / 2) * 72 + 48) * interval '1 hour' AS ends_at) AS s
     WHERE c.resource_id = $1 AND (r.place % 10 >= ${FREE_OF_TEN} OR s.starts_at >= $5::timestamptz OR s.ends_at <= $4::timestamptz)
       AND NOT (r.id = c.resource_id AND s.starts_at < c.ends_at AND s.ends_at > c.starts_at)`,
      [resourceIds[0], resourceIds, CLAIMS_EACH, `${arrival}T00:00:00Z`, `${departure}T00:00:00Z`],
    );
  await withoutRowChecks(client, insert);
  await client.query(
    'ANALYZE inventory.resources, inventory.rate_plans, inventory.pricing, inventory.claims',
  );
}
