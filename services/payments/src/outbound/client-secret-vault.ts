import type { Seal } from '@lodging/kit-messaging';
import { probeSealed, sealColumnAgain } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { createVault } from '@lodging/kit-security';
import type { Vault } from '@lodging/kit-security';

const COLUMN = { table: 'payments', column: 'client_secret_sealed', isLarge: true };

/** Purpose and kind are part of the key: with others no stored secret could be read. */
export function createClientSecretVault(secrets: readonly string[]): Vault {
  return createVault(secrets, 'lodging.payments.client-secret', 'payments.client_secret');
}

/** What cannot be opened is read from the provider again. */
export function sealOfClientSecrets(db: Database, vault: Vault, secrets: readonly string[]): Seal {
  return {
    setting: 'PAYMENT_SECRET_KEY',
    what: 'the client secrets of payments that are stored',
    keyId: vault.keyId,
    secrets,
    isReplaceable: true,
    probe: () =>
      probeSealed(db, COLUMN, ({ tenantId, id, sealed }) => vault.open(tenantId, id, sealed) !== undefined),
    sealAgain: (signal) =>
      sealColumnAgain(
        db,
        COLUMN,
        ({ tenantId, id, sealed }) => vault.sealAgain(tenantId, id, sealed),
        signal,
      ),
  };
}
