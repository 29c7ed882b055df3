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
