import { namedStatement } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import type { GuestSealer } from './guest-sealer.ts';

/** A day longer than an Idempotency-Key, whose fingerprint may be of such a key. */
const DAYS = 31;

const storeKeys = namedStatement<{
  readonly keyIds: readonly string[];
  readonly sealedKeys: readonly string[];
}>(
  'store_earlier_guest_keys',
  `INSERT INTO earlier_guest_keys (key_id, sealed_fingerprint_key, emptied_at)
   SELECT key_id, sealed_key, clock_timestamp()
     FROM unnest($keyIds::text[], $sealedKeys::text[]) AS given (key_id, sealed_key) ORDER BY key_id
   ON CONFLICT (key_id) DO UPDATE SET sealed_fingerprint_key = excluded.sealed_fingerprint_key`,
);

const recordFilled = namedStatement<{ readonly keyIds: readonly string[] }>(
  'record_guests_of_earlier_keys',
  `UPDATE earlier_guest_keys SET emptied_at = NULL WHERE key_id = ANY($keyIds::text[]) AND emptied_at IS NOT NULL`,
);

const recordEmptied = namedStatement<{ readonly keyIds: readonly string[] }>(
  'record_emptied_guest_keys',
  `UPDATE earlier_guest_keys SET emptied_at = clock_timestamp()
    WHERE key_id = ANY($keyIds::text[]) AND emptied_at IS NULL`,
);

const purgeKeys = namedStatement<object>(
  'purge_earlier_guest_keys',
  `DELETE FROM earlier_guest_keys WHERE emptied_at < now() - interval '${DAYS} days'`,
);

const readKeys = namedStatement<object>(
  'read_earlier_guest_keys',
  `SELECT key_id AS "keyId", sealed_fingerprint_key AS "sealedKey", emptied_at IS NULL AS "isFilled" FROM earlier_guest_keys`,
);

interface StoredKey {
  readonly keyId: string;
  readonly sealedKey: string;
  readonly isFilled: boolean;
}

export interface EarlierGuestKeys {
  /** Stores the keys of the ring's earlier secrets, and seals those of secrets before them with the current one. */
  store(): Promise<void>;
  /** Teaches the sealer the keys of fingerprints, and resolves to the ids of keys that still seal guests. */
  load(): Promise<string[]>;
  recordFilled(keyIds: readonly string[]): Promise<void>;
  recordEmptied(): Promise<void>;
  purge(): Promise<void>;
}

export function createEarlierGuestKeys(db: Database, sealer: GuestSealer): EarlierGuestKeys {
  const earlier = sealer.keyIds.slice(1);
  return {
    async store() {
      await db.acrossTenants(async (tx) => {
        const rows = await tx.query<StoredKey>(readKeys({}));
        // The secret that sealed them may leave the ring before they are purged.
        const before = rows.flatMap(({ keyId, sealedKey }) => {
          if (sealer.keyIds.includes(keyId) || sealer.keyIdOf(sealedKey) === sealer.keyIds[0]) return [];
          const resealed = sealer.fingerprintKeys.learn(keyId, sealedKey);
          return resealed === undefined ? [] : [{ keyId, sealedKey: resealed }];
        });
        const keys = [...sealer.fingerprintKeys.earlier(), ...before];
        const keyIds = keys.map(({ keyId }) => keyId);
        const sealedKeys = keys.map(({ sealedKey }) => sealedKey);
        await tx.query(storeKeys({ keyIds, sealedKeys }));
      });
    },
    async load() {
      const rows = await db.acrossTenants((tx) => tx.query<StoredKey>(readKeys({})));
      for (const { keyId, sealedKey } of rows) sealer.fingerprintKeys.learn(keyId, sealedKey);
      return rows.filter(({ isFilled }) => isFilled).map(({ keyId }) => keyId);
    },
    async recordFilled(keyIds) {
      await db.acrossTenants((tx) => tx.query(recordFilled({ keyIds })));
    },
    async recordEmptied() {
      await db.acrossTenants((tx) => tx.query(recordEmptied({ keyIds: earlier })));
    },
    async purge() {
      await db.acrossTenants((tx) => tx.query(purgeKeys({})));
    },
  };
}
