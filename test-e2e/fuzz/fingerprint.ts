import pg from 'pg';

/** Written in the background, or by counting what was refused. */
const IGNORED_TABLES = new Set([
  'schema_migrations',
  'inbox',
  'deliveries',
  'provider_events',
  'refund_sweeps',
  'guest_codes',
  'refused_requests',
  'sign_in_tries',
  'dead_letters',
]);
/** Leases, schedules and times of use. */
const IGNORED_COLUMNS =
  /^(owner|attempt|attempt_until|locked_until|published_at|stream_\w+|lease\w*|checked_at|last_\w+_at|next_sync_at|last_error|event_count|failures|outages|read_\w+|touched_at|failure_count|failing_since|paused_until|paced_until|body_\w+|sequence|last_position|last_sequence)$/;

export interface Fingerprint {
  /** A digest of the tenants' rows by table. */
  take(): Promise<ReadonlyMap<string, string>>;
  /** Takes one when nothing has changed for a moment, and no calendar is imported or about to be. */
  settle(): Promise<ReadonlyMap<string, string>>;
  close(): Promise<void>;
}

const COLUMNS = `
  SELECT table_schema AS schema, table_name AS name, array_agg(column_name::text) AS columns
  FROM information_schema.columns
  WHERE table_schema IN ('gateway', 'inventory', 'reservations', 'payments', 'channels', 'notifications')
  GROUP BY 1, 2`;

/** An import that a request has caused begins later, and changes the connection and its blocks. */
const IMPORTS = `
  SELECT count(*)::int AS imports FROM channels.connections
  WHERE tenant_id = ANY($1) AND deleted_at IS NULL AND (leased_until > now() OR next_sync_at <= now() + interval '1 second')`;

export async function openFingerprint(url: string, tenantIds: readonly string[]): Promise<Fingerprint> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(COLUMNS);
  const selects = rows
    .filter(({ name, columns }) => !IGNORED_TABLES.has(name) && columns.includes('tenant_id'))
    .map(({ schema, name, columns }) => {
      const kept = columns.filter((column) => !IGNORED_COLUMNS.test(column)).map((column) => `"${column}"`);
      // Deleted rows are purged in the background.
      const alive = columns.includes('deleted_at') ? ' AND deleted_at IS NULL' : '';
      const digest = `md5(COALESCE(string_agg(r::text, '|' ORDER BY r::text), ''))`;
      return `SELECT '${schema}.${name}' AS name, ${digest} AS digest
        FROM (SELECT ${kept.join(', ')} FROM ${schema}.${name} WHERE tenant_id = ANY($1)${alive}) AS r`;
    });
  const statement = { name: 'fingerprint', text: selects.join(' UNION ALL '), values: [tenantIds] };
  const take = async () => {
    const result = await client.query<{ name: string; digest: string }>(statement);
    return new Map(result.rows.map(({ name, digest }) => [name, digest]));
  };
  const hasImports = async () => {
    const statement = { name: 'imports', text: IMPORTS, values: [tenantIds] };
    return (await client.query<{ imports: number }>(statement)).rows[0]?.imports !== 0;
  };
  const settle = async () => {
    let before = await take();
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      const isImporting = await hasImports();
      const after = await take();
      if (!isImporting && differences(before, after).length === 0) return after;
      before = after;
    }
  };
  return { take, settle, close: () => client.end() };
}

/** The tables that differ. */
export function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].flatMap(([name, digest]) => (before.get(name) === digest ? [] : [name]));
}
