import type { Database } from '@lodging/kit-postgres';
import { sql } from 'drizzle-orm';
import type { FxRates } from '../use-cases/ports.ts';
import { fxRates } from './schema.ts';

export function createFxRateStore(db: Database): FxRates {
  return {
    /** The tables' own policy lets only the platform's tenant write. */
    async put(tenantId, rates) {
      await db.inTenant(tenantId, (tx) =>
        tx.orm
          .insert(fxRates)
          .values([...rates])
          .onConflictDoUpdate({
            target: [fxRates.fromCurrency, fxRates.toCurrency, fxRates.effectiveAt],
            set: { rate: sql`excluded.rate`, source: sql`excluded.source` },
          }),
      );
    },
  };
}
