import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { useServers } from './use-servers.ts';

export interface FreshSchema {
  /** The application role's address. */
  url: string;
  ownerUrl: string;
  drop(): Promise<void>;
}

interface Source {
  name: string;
  directory: string;
}

interface Wanted {
  schema: string;
  sources: Source[];
}

/** Loaded on demand, so that a test without a database does not pay for drivers. */
const loadPostgres = () => import('@lodging/kit-postgres');

/** Roles belong to the cluster, so every clone shares them and their passwords. */
const PASSWORDS = { ownerPassword: 'owner', appPassword: 'app' };

/** Only one worker builds templates at a time. */
const TEMPLATE_LOCK = 7_261_502_338;

export async function freshSchema(wanted: Wanted): Promise<FreshSchema> {
  const adminUrl = useServers().postgresAdminUrl;
  const template = `template_${wanted.schema}_${checksum(wanted.sources)}`;
  const database = `test_${wanted.schema}_${randomBytes(6).toString('hex')}`;
  await withAdmin(adminUrl, async (admin) => {
    await ensureTemplate(admin, adminUrl, template, wanted);
    await admin.query(`CREATE DATABASE ${database} TEMPLATE ${template}`);
  });
  // Settings that belong to a role in a database are not copied with the template; provisioning is idempotent.
  const { provisionSchema } = await loadPostgres();
  const urls = await provisionSchema({ adminUrl, database, schema: wanted.schema, ...PASSWORDS });
  return {
    url: urls.appUrl,
    ownerUrl: urls.ownerUrl,
    drop: () =>
      withAdmin(adminUrl, async (admin) => {
        await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      }),
  };
}

async function ensureTemplate(
  admin: pg.Client,
  adminUrl: string,
  template: string,
  { schema, sources }: Wanted,
): Promise<void> {
  await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const found = await admin.query('SELECT datistemplate FROM pg_database WHERE datname = $1', [template]);
    if (found.rows[0]?.datistemplate === true) return;
    const { migrate, provisionSchema } = await loadPostgres();
    // Left incomplete by a run that failed.
    await admin.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    const { ownerUrl } = await provisionSchema({ adminUrl, database: template, schema, ...PASSWORDS });
    await migrate({ url: ownerUrl, schema, sources });
    await admin.query(`ALTER DATABASE ${template} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  } finally {
    await admin.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

function checksum(sources: Source[]): string {
  const hash = createHash('sha256');
  for (const { name, directory } of sources) {
    hash.update(name);
    for (const file of readdirSync(directory).toSorted())
      hash.update(file).update(readFileSync(join(directory, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function withAdmin(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
