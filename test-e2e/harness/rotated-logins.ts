import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Lodging } from './lodging.ts';

/** What a local stack generated at its first start, by name. */
export function secretsOf({ home }: Pick<Lodging, 'home'>): Record<string, string> {
  return JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8')) as Record<string, string>;
}

export async function asSuperuser<Row>({ demo }: Pick<Lodging, 'demo'>, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: demo.postgresUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Gives the database login of a service a new password, which is returned. */
export async function newDatabasePassword(lodging: Lodging, login: string): Promise<string> {
  const password = randomBytes(12).toString('hex');
  await asSuperuser(lodging, `ALTER ROLE ${login} PASSWORD '${password}'`);
  return password;
}

/** Gives bus logins new passwords: NATS reads its file again and drops the connections of these users alone. */
export function newBusPasswords({ home }: Lodging, logins: readonly string[]): Record<string, string> {
  const file = join(home, 'nats', 'nats.conf');
  const passwords = Object.fromEntries(logins.map((login) => [login, `n${randomBytes(12).toString('hex')}`]));
  const changed = logins.reduce(
    (text, login) =>
      text.replace(
        new RegExp(`(user: "${login}", password: )"[^"]*"`),
        `$1${JSON.stringify(passwords[login])}`,
      ),
    readFileSync(file, 'utf8'),
  );
  writeFileSync(file, changed);
  process.kill(pidWith(file), 'SIGHUP');
  return passwords;
}

/** The server that was started with this file. */
function pidWith(file: string): number {
  const pid = readdirSync('/proc').find((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      const [program = '', ...args] = readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0');
      return program.endsWith('nats-server') && args.includes(file);
    } catch {
      return false;
    }
  });
  if (pid === undefined) throw new Error(`no NATS server runs with ${file}`);
  return Number(pid);
}

/** The address with another user and password. */
export function withLogin(url: string, user: string, password: string): string {
  const changed = new URL(url);
  changed.username = user;
  changed.password = password;
  return changed.href;
}
