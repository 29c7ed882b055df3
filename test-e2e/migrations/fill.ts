import pg from 'pg';

interface Copied {
  readonly table: string;
  readonly ofStay: string;
  /** What differs between the copies, as arguments of `jsonb_build_object`; `n` counts them. */
  readonly changes: string;
}

const TABLES: readonly Copied[] = [
  {
    table: 'reservations.reservations',
    ofStay: 'id',
    changes: `'id', md5('stay' || n)::uuid, 'idempotency_key', null, 'quote_id', null,
      'resource_id', md5((n / 300)::text)::uuid,
      'created_at', original.created_at - n * interval '10 seconds',
      'starts_at', original.starts_at - n * interval '1 minute', 'ends_at', original.ends_at - n * interval '1 minute'`,
  },
  {
    table: 'payments.ledgers',
    ofStay: 'reservation_id',
    changes: `'reservation_id', md5('stay' || n)::uuid`,
  },
  {
    table: 'payments.payments',
    ofStay: 'reservation_id',
    changes: `'reservation_id', md5('stay' || n)::uuid, 'id', md5('payment' || n)::uuid,
      'provider_intent_id', 'pi_' || n, 'created_at', original.created_at - n * interval '10 seconds'`,
  },
  {
    table: 'inventory.claims',
    ofStay: 'claim_id',
    changes: `'claim_id', md5('stay' || n)::uuid, 'resource_id', md5((n / 300)::text)::uuid,
      'during', tstzrange(original.starts_at - (n % 300 * 3) * interval '1 day', original.ends_at - (n % 300 * 3) * interval '1 day'),
      'starts_at', original.starts_at - (n % 300 * 3) * interval '1 day',
      'ends_at', original.ends_at - (n % 300 * 3) * interval '1 day'`,
  },
];

/**
 * Copies the rows of a paid stay `count` times. Indexes that no constraint needs are built again at the end, which takes a
 * fraction of the time.
 */
export async function multiplyStay(
  databaseUrl: string,
  stay: string,
  count: number,
  say: (text: string) => void,
) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Neither triggers nor foreign keys: the copies have no resource.
    await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '512MB'`);
    for (const copied of TABLES) await multiplyRow(client, copied, stay, count, say);
  } finally {
    await client.end();
  }
}

async function multiplyRow(
  client: pg.Client,
  { table, ofStay, changes }: Copied,
  stay: string,
  count: number,
  say: (text: string) => void,
): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = $1::regclass AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)`,
    [table],
  );
  const began = performance.now();
  await client.query('BEGIN');
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await client.query(
    `INSERT INTO ${table} SELECT (jsonb_populate_record(original, jsonb_build_object(${changes}))).*
     FROM ${table} AS original, generate_series(1, $2::int) AS n WHERE original.${ofStay} = $1`,
    [stay, count],
  );
  for (const { definition } of indexes) await client.query(definition);
  await client.query('COMMIT');
  await client.query(`VACUUM ANALYZE ${table}`);
  say(`  ${table}: ${count} rows in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
