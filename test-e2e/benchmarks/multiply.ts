import pg from 'pg';
import type { Demo } from '../harness/demo.ts';

export async function withDatabase<T>(demo: Demo, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: demo.postgresUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** As autovacuum does within a minute: until then a new database plans for empty tables. */
export async function analyse(demo: Demo): Promise<void> {
  await withDatabase(demo, (client) => client.query('ANALYZE'));
}

/** Adds `count` copies of a resource with all its columns, and returns their ids. */
export async function multiplyResource(
  client: pg.Client,
  resourceId: string,
  count: number,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO inventory.resources
     SELECT copy.* FROM inventory.resources AS original, (SELECT gen_random_uuid() AS id FROM generate_series(1, $2::int)) AS fresh,
       jsonb_populate_record(original, jsonb_build_object('id', fresh.id, 'slug', 'copy-' || fresh.id)) AS copy
     WHERE original.id = $1 RETURNING id`,
    [resourceId, count],
  );
  return rows.map((row) => row.id);
}

/**
 * Work without the triggers and foreign keys of each row, for rows that are right as they are: of a million they take most of
 * the time.
 */
export async function withoutRowChecks(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('SET session_replication_role = replica');
  await work();
  await client.query('SET session_replication_role = DEFAULT');
}

/**
 * Gives each resource `each` past and future stays of two nights, none of which overlap. They are not in the index of exclusive
 * claims, which no read uses.
 */
export async function multiplyClaim(
  client: pg.Client,
  claimId: string,
  resourceIds: string[],
  each: number,
): Promise<void> {
  const insert = () =>
    client.query(
      `INSERT INTO inventory.claims (tenant_id, claim_id, resource_id, kind, state, units, created_at, confirmed_at,
         exclusive, during, starts_at, ends_at)
       SELECT c.tenant_id, gen_random_uuid(), r.id, c.kind, 'confirmed', c.units, c.created_at, c.created_at,
         false, tstzrange(s.starts_at, s.ends_at), s.starts_at, s.ends_at
       FROM inventory.claims c, unnest($2::uuid[]) AS r (id), generate_series(1, $3::int) AS n,
         LATERAL (SELECT date_trunc('day', now(), 'UTC') + (n - $3::int / 2) * interval '72 hours' AS starts_at,
           date_trunc('day', now(), 'UTC') + ((n - $3::int / 2) * 72 + 48) * interval '1 hour' AS ends_at) AS s
       WHERE c.claim_id = $1`,
      [claimId, resourceIds, each],
    );
  await withoutRowChecks(client, insert);
}

export interface CopiedLodging {
  readonly resourceId: string;
  readonly ratePlanId: string;
}

/** Adds copies of a lodging with copies of its plans and their prices; the plan of each is its first by code. */
export async function multiplyLodging(
  client: pg.Client,
  resourceId: string,
  count: number,
): Promise<CopiedLodging[]> {
  const ids = await multiplyResource(client, resourceId, count);
  const { rows } = await client.query<CopiedLodging & { from: string }>(
    `INSERT INTO inventory.rate_plans
     SELECT plan.* FROM inventory.rate_plans AS original, (SELECT id, gen_random_uuid() AS plan_id FROM unnest($2::uuid[]) AS id) AS room,
       jsonb_populate_record(original, jsonb_build_object('id', room.plan_id, 'resource_id', room.id)) AS plan
     WHERE original.resource_id = $1 RETURNING id AS "ratePlanId", resource_id AS "resourceId"`,
    [resourceId, ids],
  );
  await client.query(
    `INSERT INTO inventory.pricing
     SELECT priced.* FROM inventory.rate_plans AS original
     JOIN inventory.pricing AS price ON price.rate_plan_id = original.id
     JOIN inventory.rate_plans AS copy ON copy.code = original.code AND copy.id = ANY ($2::uuid[]),
       jsonb_populate_record(price, jsonb_build_object('resource_id', copy.resource_id, 'rate_plan_id', copy.id)) AS priced
     WHERE original.resource_id = $1`,
    [resourceId, rows.map(({ ratePlanId }) => ratePlanId)],
  );
  return [...new Map(rows.map((row) => [row.resourceId, row])).values()];
}
