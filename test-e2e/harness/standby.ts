import pg from 'pg';
import type { Demo } from './demo.ts';

/** Commits wait for a standby that is gone, until `returnStandby`. */
export const loseStandby = (demo: Demo) =>
  alter(demo, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (gone)'`);

export const returnStandby = (demo: Demo) => alter(demo, 'ALTER SYSTEM RESET synchronous_standby_names');

/** An ALTER SYSTEM is no transaction, and waits for no standby. */
async function alter({ postgresUrl }: Demo, statement: string): Promise<void> {
  const superuser = new pg.Client({ connectionString: postgresUrl });
  await superuser.connect();
  try {
    await superuser.query(statement);
    await superuser.query('SELECT pg_reload_conf()');
  } finally {
    await superuser.end();
  }
}
