import type { Seal } from '@lodging/kit-messaging';
import { vaultedColumn } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { createVault } from '@lodging/kit-security';
import type { Vault } from '@lodging/kit-security';

const COLUMN = { table: 'payments', column: 'client_secret_sealed', isLarge: true };

/** Purpose and kind are part of the key: with others no stored secret could be read. */
export function createClientSecretVault(secrets: readonly string[]): Vault {
  return createVault(secrets, 'lodging.payments.client-secret', 'payments.client_secret');
}

/** A secret that cannot be opened is read from the provider. */
export function sealOfClientSecrets(db: Database, vault: Vault, secrets: readonly string[]): Seal {
  return {
    setting: 'PAYMENT_SECRET_KEY',
    what: 'the client secrets of payments that are stored',
    keyId: vault.keyId,
    secrets,
    isReplaceable: true,
    ...vaultedColumn(db, COLUMN, vault),
  };
}
