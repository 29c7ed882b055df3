import type pg from 'pg';

const UUID = 'gen_random_uuid()';
/** Eight characters of those that a booking number may have. */
const REFERENCE = `translate(upper(left(md5(${UUID}::text), 8)), '01', 'GH')`;

/** The tables with rows of a hold or a booking, and the columns that differ from row to row. */
const ROWS: readonly { readonly table: string; readonly fresh: Readonly<Record<string, string>> }[] = [
  {
    table: 'reservations.reservations',
    fresh: { id: UUID, idempotency_key: UUID, quote_id: UUID, reference: REFERENCE },
  },
  { table: 'inventory.claims', fresh: { claim_id: UUID, resource_id: UUID } },
  { table: 'reservations.outbox', fresh: { id: UUID, aggregate_id: UUID } },
];

/** An INSERT of the newest real row into a copy of its table, with literal values except for these columns. */
async function insertOf(client: pg.Client, { table, fresh }: (typeof ROWS)[number]): Promise<string> {
  const copy = `bench.${table.split('.')[1]}`;
  await client.query(`DROP TABLE IF EXISTS ${copy}; CREATE TABLE ${copy} (LIKE ${table} INCLUDING ALL)`);
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attidentity = '' AND attgenerated = ''`,
    [table],
  );
  const values = columns.map(({ name, type }) => {
    const expression = fresh[name];
    if (expression !== undefined) return `'${expression.replaceAll("'", "''")}'`;
    return `quote_nullable("${name}"::text) || '::${type}'`;
  });
  const { rows } = await client.query<{ line: string }>(
    `SELECT concat_ws(', ', ${values.join(', ')}) AS line FROM ${table} ORDER BY created_at DESC LIMIT 1`,
  );
  if (rows[0] === undefined) throw new Error(`${table} has no row to copy`);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  return `INSERT INTO ${copy} (${names}) VALUES (${rows[0].line})`;
}

/** For each table, which is created again; all in the order of a hold: its row, its claim, its event. */
export async function insertsOfRows(client: pg.Client): Promise<string[]> {
  await client.query('CREATE SCHEMA IF NOT EXISTS bench');
  const inserts = [];
  for (const row of ROWS) inserts.push(await insertOf(client, row));
  return inserts;
}
