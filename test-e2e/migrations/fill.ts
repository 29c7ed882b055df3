import pg from 'pg';

interface Copied {
  readonly table: string;
  readonly ofStay: string;
  /** The columns that differ between the copies; `n` counts them, and `original` is the row. */
  readonly changes: Readonly<Record<string, string>>;
}

/** Ids in order are entered into indexes in order, which takes a fraction of the time. */
const ID = `lpad(to_hex(n), 32, '0')::uuid`;
const RESOURCE = `lpad(to_hex(n / 300), 32, '0')::uuid`;
const MADE = `original.created_at - n * interval '10 seconds'`;
/** A booking number of the count: 8 characters of Crockford's base 32. */
const REFERENCE = `(SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (n::bigint >> place & 31)::int, 1), '')
  FROM generate_series(35, 0, -5) AS place)`;
const NIGHT = `(n % 300 * 3) * interval '1 day'`;

const TABLES: readonly Copied[] = [
  {
    table: 'reservations.reservations',
    ofStay: 'id',
    changes: {
      id: ID,
      idempotency_key: 'NULL',
      quote_id: 'NULL',
      reference: REFERENCE,
      resource_id: RESOURCE,
      created_at: MADE,
      starts_at: `original.starts_at - n * interval '1 minute'`,
      ends_at: `original.ends_at - n * interval '1 minute'`,
    },
  },
  { table: 'payments.ledgers', ofStay: 'reservation_id', changes: { reservation_id: ID } },
  {
    table: 'payments.payments',
    ofStay: 'reservation_id',
    changes: { reservation_id: ID, id: ID, provider_intent_id: `'pi_' || n`, created_at: MADE },
  },
  {
    table: 'inventory.claims',
    ofStay: 'claim_id',
    changes: {
      claim_id: ID,
      resource_id: RESOURCE,
      during: `tstzrange(original.starts_at - ${NIGHT}, original.ends_at - ${NIGHT})`,
      starts_at: `original.starts_at - ${NIGHT}`,
      ends_at: `original.ends_at - ${NIGHT}`,
    },
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
    await client.query(
      `SET session_replication_role = replica; SET maintenance_work_mem = '512MB'; SET synchronous_commit = off`,
    );
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
  await copyRows(client, { table, ofStay, changes }, stay, count);
  for (const { definition } of indexes) await client.query(definition);
  await client.query('COMMIT');
  await client.query(`VACUUM ANALYZE ${table}`);
  say(`  ${table}: ${count} rows in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

async function copyRows(
  client: pg.Client,
  { table, ofStay, changes }: Copied,
  stay: string,
  count: number,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => changes[name] ?? `original.${name}`);
  await client.query(
    `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')}
     FROM ${table} AS original, generate_series(1, $2::int) AS n WHERE original.${ofStay} = $1`,
    [stay, count],
  );
}
