import type { Database, Tx } from '@lodging/kit-postgres';
import { inArray } from 'drizzle-orm';
import { signingKeys } from './schema.ts';
import type { SigningKeyRow } from './schema.ts';

/** What to change, decided on the rows as they are under the lock, at the database's time. */
export type PlanRenewal = (
  rows: readonly SigningKeyRow[],
  at: Temporal.Instant,
) => Promise<{ readonly create: readonly SigningKeyRow[]; readonly forget: readonly string[] }>;

export interface SigningKeyStore {
  /** Answers the keys as they are afterwards. */
  renew(plan: PlanRenewal): Promise<SigningKeyRow[]>;
}

export function signingKeyStore(db: Database): SigningKeyStore {
  return {
    renew: (plan) =>
      db.acrossTenants(async (tx) => {
        await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('reservations.signing-keys', 0))`);
        const rows = await readAll(tx);
        const { create, forget } = await plan(rows, await timeOf(tx));
        if (create.length > 0) await tx.orm.insert(signingKeys).values([...create]);
        if (forget.length > 0) await tx.orm.delete(signingKeys).where(inArray(signingKeys.kid, [...forget]));
        return [...rows.filter(({ kid }) => !forget.includes(kid)), ...create];
      }),
  };
}

function readAll(tx: Tx): Promise<SigningKeyRow[]> {
  return tx.orm.select().from(signingKeys).orderBy(signingKeys.createdAt, signingKeys.kid);
}

async function timeOf(tx: Tx): Promise<Temporal.Instant> {
  const [row] = await tx.query<{ at: Temporal.Instant }>('SELECT clock_timestamp() AS at');
  if (row === undefined) throw new Error('the database did not tell the time');
  return row.at;
}
