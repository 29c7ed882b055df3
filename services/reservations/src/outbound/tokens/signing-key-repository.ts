import type { Database, Tx } from '@lodging/kit-postgres';
import { and, eq, inArray } from '@lodging/kit-postgres';
import { signingKeys } from '../schema.ts';
import type { SigningKeyRow } from '../schema.ts';

/** The changes to make, from the rows under the lock and the database's time. */
export type PlanRotation = (
  rows: readonly SigningKeyRow[],
  at: Temporal.Instant,
) => Promise<{ readonly create: readonly SigningKeyRow[]; readonly remove: readonly string[] }>;

export interface SigningKeyRepository {
  /** Applies the plan under a lock that all replicas share, and returns the rows afterwards. */
  rotate(plan: PlanRotation): Promise<SigningKeyRow[]>;
}

export interface SealedSigningKeys {
  readonly readAll: () => Promise<SigningKeyRow[]>;
  /** Writes nothing if it was resealed meanwhile. Resolves to whether it was written. */
  replaceSealed(
    row: Pick<SigningKeyRow, 'kid' | 'sealedPrivateKey'>,
    next: SigningKeyRow['sealedPrivateKey'],
  ): Promise<boolean>;
}

export function createSigningKeyRepository(db: Database): SigningKeyRepository & SealedSigningKeys {
  return {
    rotate: (plan) =>
      db.acrossTenants(async (tx) => {
        await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('reservations.signing-keys', 0))`);
        const rows = await readAll(tx);
        const { create, remove } = await plan(rows, await timeOf(tx));
        if (create.length > 0) await tx.orm.insert(signingKeys).values([...create]);
        if (remove.length > 0) await tx.orm.delete(signingKeys).where(inArray(signingKeys.kid, [...remove]));
        return [...rows.filter(({ kid }) => !remove.includes(kid)), ...create];
      }),
    readAll: () => db.acrossTenants(readAll),
    replaceSealed: ({ kid, sealedPrivateKey }, next) =>
      db.acrossTenants(async (tx) => {
        const isSame = and(eq(signingKeys.kid, kid), eq(signingKeys.sealedPrivateKey, sealedPrivateKey));
        const changed = tx.orm.update(signingKeys).set({ sealedPrivateKey: next }).where(isSame);
        return (await changed.returning({ kid: signingKeys.kid })).length > 0;
      }),
  };
}

function readAll(tx: Tx): Promise<SigningKeyRow[]> {
  return tx.orm.select().from(signingKeys).orderBy(signingKeys.createdAt, signingKeys.kid);
}

async function timeOf(tx: Tx): Promise<Temporal.Instant> {
  const [row] = await tx.query<{ at: Temporal.Instant }>('SELECT clock_timestamp() AS at');
  if (row === undefined) throw new Error('clock_timestamp() returned no row');
  return row.at;
}
