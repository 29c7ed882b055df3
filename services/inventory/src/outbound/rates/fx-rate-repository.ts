import type { Database } from '@lodging/kit-postgres';
import { sql } from '@lodging/kit-postgres';
import type { FxRateRepository } from '../../ports/rates.ts';
import { fxRates } from '../schema.ts';

export function createFxRateRepository(db: Database): FxRateRepository {
  return {
    /** The row policy of the table allows writes of the platform's own tenant only. */
    async upsert(tenantId, rates) {
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
