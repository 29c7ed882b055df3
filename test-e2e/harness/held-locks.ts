import pg from 'pg';
import type { Lodging } from './lodging.ts';

/** Keeps what a statement locks until it is called. */
export type Release = () => Promise<void>;

/** As the superuser, in a session of its own: a service that needs the lock stands still there. */
export async function holdLock({ demo }: Pick<Lodging, 'demo'>, sql: string): Promise<Release> {
  const client = new pg.Client({ connectionString: demo.postgresUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(sql);
  } catch (error) {
    await client.end();
    throw error;
  }
  return () => client.end();
}
