import type { Database } from '@lodging/kit-postgres';
import type { OpeningKeys } from '../use-cases/ports.ts';

const FORGET = `DELETE FROM opening_keys WHERE created_at < now() - interval '30 days'`;

export function openingKeys(db: Database): OpeningKeys {
  return {
    async forgetOld() {
      await db.acrossTenants((tx) => tx.query({ name: 'opening_keys_forget', text: FORGET }));
    },
  };
}
