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

/** Adds `count` copies of a resource with all its columns, and returns their ids. */
export async function multiplyResource(
  client: pg.Client,
  resourceId: string,
  count: number,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO inventory.resources
     SELECT (jsonb_populate_record(original, jsonb_build_object('id', gen_random_uuid(), 'slug', 'copy-' || gen_random_uuid()))).*
     FROM inventory.resources AS original, generate_series(1, $2::int) WHERE original.id = $1 RETURNING id`,
    [resourceId, count],
  );
  return rows.map((row) => row.id);
}

/** Gives each resource `each` past and future stays of two nights, none of which overlap. */
export async function multiplyClaim(
  client: pg.Client,
  claimId: string,
  resourceIds: string[],
  each: number,
): Promise<void> {
  await client.query(
    `INSERT INTO inventory.claims
     SELECT (jsonb_populate_record(original, jsonb_build_object(
       'claim_id', gen_random_uuid(), 'resource_id', taken.id, 'state', 'confirmed', 'expires_at', null,
       'during', tstzrange(date_trunc('day', now(), 'UTC') + ((n - $3::int / 2) * 3) * interval '1 day',
                           date_trunc('day', now(), 'UTC') + ((n - $3::int / 2) * 3 + 2) * interval '1 day')))).*
     FROM inventory.claims AS original, unnest($2::uuid[]) AS taken (id), generate_series(1, $3::int) AS n
     WHERE original.claim_id = $1`,
    [claimId, resourceIds, each],
  );
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
     SELECT (jsonb_populate_record(original, jsonb_build_object('id', gen_random_uuid(), 'resource_id', copy.id))).*
     FROM inventory.rate_plans AS original, unnest($2::uuid[]) AS copy (id) WHERE original.resource_id = $1
     RETURNING id AS "ratePlanId", resource_id AS "resourceId"`,
    [resourceId, ids],
  );
  await client.query(
    `INSERT INTO inventory.pricing
     SELECT (jsonb_populate_record(price, jsonb_build_object('resource_id', copy.resource_id, 'rate_plan_id', copy.id))).*
     FROM inventory.rate_plans AS original
     JOIN inventory.pricing AS price ON price.rate_plan_id = original.id
     JOIN inventory.rate_plans AS copy ON copy.code = original.code AND copy.id = ANY ($2::uuid[])
     WHERE original.resource_id = $1`,
    [resourceId, rows.map(({ ratePlanId }) => ratePlanId)],
  );
  return [...new Map(rows.map((row) => [row.resourceId, row])).values()];
}
