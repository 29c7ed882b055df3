import pg from 'pg';

export interface SchemaToProvision {
  /** A superuser, or a role that may create databases and roles. */
  readonly adminUrl: string;
  readonly database: string;
  readonly schema: string;
  readonly ownerPassword: string;
  readonly appPassword: string;
  /** Of the second login of the service; without one no process can use it. */
  readonly secondAppPassword?: string | undefined;
}

export interface ProvisionedSchema {
  /** For migrations. */
  readonly ownerUrl: string;
  /** For the service: without DDL rights. */
  readonly appUrl: string;
  /** The same with the other login, so that a password is replaced while both are good. */
  readonly secondAppUrl: string;
}

const SECOND_APP = 'app_b';

export async function provisionSchema(options: SchemaToProvision): Promise<ProvisionedSchema> {
  const { adminUrl, database, schema } = options;
  await withClient(adminUrl, async (admin) => {
    // Roles and databases are global to the server, so the lock is taken in the database that all callers share.
    await admin.query(`select pg_advisory_lock(hashtextextended('lodging.provision', 0))`);
    const { rows } = await admin.query('select 1 from pg_database where datname = $1', [database]);
    if (rows.length === 0) await admin.query(`create database ${pg.escapeIdentifier(database)}`);
    await admin.query(`${roles(schema)} ${passwords(options)}`);
    await withClient(inDatabase(adminUrl, database), async (client) => {
      await client.query(rights(database, schema));
    });
  });
  const login = (role: string, password: string) => {
    const url = new URL(inDatabase(adminUrl, database));
    url.username = `${schema}_${role}`;
    url.password = encodeURIComponent(password);
    return url.href;
  };
  return {
    ownerUrl: login('owner', options.ownerPassword),
    appUrl: login('app', options.appPassword),
    secondAppUrl: login(SECOND_APP, options.secondAppPassword ?? ''),
  };
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function inDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(database)}`;
  return changed.href;
}

/**
 * The same statements without the passwords, for a bootstrap that does not use this program: of a database operator, or by
 * hand. To be run in the database itself.
 */
export function provisioningSql(database: string, schema: string): string {
  return `${roles(schema)}\n${rights(database, schema)}\n`;
}

/**
 * The app role is NOINHERIT: it has the rights and policies of the job role only after SET ROLE. The second login has no rights of
 * its own: it inherits those of the first, and through it none of the job role.
 */
function roles(schema: string): string {
  const create = (role: string) => `
      if not exists (select from pg_roles where rolname = ${pg.escapeLiteral(`${schema}_${role}`)}) then
        create role ${quoted(schema, role)};
      end if;`;
  const [owner, app, job] = [quoted(schema, 'owner'), quoted(schema, 'app'), quoted(schema, 'job')];
  const second = quoted(schema, SECOND_APP);
  return `
    do $$ begin ${create('owner')} ${create('app')} ${create(SECOND_APP)} ${create('job')}
    end $$;
    alter role ${owner} login nosuperuser nocreatedb nocreaterole nobypassrls;
    alter role ${app} login noinherit nosuperuser nocreatedb nocreaterole nobypassrls;
    alter role ${second} login inherit nosuperuser nocreatedb nocreaterole nobypassrls;
    alter role ${job} nologin nosuperuser nobypassrls;
    grant ${job} to ${app};
    grant ${app} to ${second};
    grant ${owner} to current_user;
    alter role ${owner} set search_path = ${pg.escapeIdentifier(schema)};
    alter role ${app} set search_path = ${pg.escapeIdentifier(schema)};
    alter role ${second} set search_path = ${pg.escapeIdentifier(schema)};
    alter role ${job} set search_path = ${pg.escapeIdentifier(schema)};`;
}

function passwords({ schema, ownerPassword, appPassword, secondAppPassword }: SchemaToProvision): string {
  const second =
    secondAppPassword === undefined
      ? ''
      : `alter role ${quoted(schema, SECOND_APP)} password ${pg.escapeLiteral(secondAppPassword)};`;
  return `
    alter role ${quoted(schema, 'owner')} password ${pg.escapeLiteral(ownerPassword)};
    alter role ${quoted(schema, 'app')} password ${pg.escapeLiteral(appPassword)};
    ${second}`;
}

/** The databases that each server has are open to every role by default. */
const CLOSE_OTHER_DATABASES = `
    do $$ declare name text; begin
      for name in select datname from pg_database
        where datname in ('postgres', 'template1') and has_database_privilege('public', oid, 'connect')
      loop
        execute format('revoke all on database %I from public', name);
      end loop;
    end $$;`;

function rights(database: string, schema: string): string {
  const name = pg.escapeIdentifier(schema);
  const db = pg.escapeIdentifier(database);
  const owner = quoted(schema, 'owner');
  const users = `${quoted(schema, 'app')}, ${quoted(schema, 'job')}`;
  const byDefault = `alter default privileges for role ${owner} in schema ${name}`;
  return `
    revoke all on database ${db} from public;
    grant connect on database ${db} to ${owner}, ${quoted(schema, 'app')}, ${quoted(schema, SECOND_APP)};
    ${CLOSE_OTHER_DATABASES}
    revoke all on schema public from public;
    create extension if not exists btree_gist;
    create schema if not exists ${name} authorization ${owner};
    revoke all on schema ${name} from public;
    grant usage on schema ${name} to ${users};
    ${byDefault} grant select, insert, update, delete on tables to ${users};
    ${byDefault} grant usage, select on sequences to ${users};
    grant select, insert, update, delete on all tables in schema ${name} to ${users};
    grant usage, select on all sequences in schema ${name} to ${users};
    do $$ begin
      if to_regclass(${pg.escapeLiteral(`${schema}.schema_migrations`)}) is not null then
        revoke insert, update, delete, truncate on ${name}.schema_migrations from ${users};
      end if;
    end $$;
    -- Tables that a migration has commented as append-only are not opened again.
    do $$ declare append_only regclass; begin
      for append_only in
        select c.oid from pg_class c
         where c.relnamespace = ${pg.escapeLiteral(schema)}::regnamespace and c.relkind = 'r'
           and obj_description(c.oid, 'pg_class') = 'append-only'
      loop
        execute format('revoke update, delete, truncate on %s from ${users}', append_only);
      end loop;
    end $$;`;
}

function quoted(schema: string, role: string): string {
  return pg.escapeIdentifier(`${schema}_${role}`);
}
