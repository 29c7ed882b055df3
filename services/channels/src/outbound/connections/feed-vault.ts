import type { Seal } from '@lodging/kit-messaging';
import { vaultedColumn } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { createVault } from '@lodging/kit-security';
import type { Vault as KeyRingVault } from '@lodging/kit-security';

const COLUMN = { table: 'connections', column: 'sealed_feed_url' };

/** The purpose is part of the key: another one would make every stored address unreadable. */
export function createFeedVault(secrets: string | readonly string[]): KeyRingVault {
  return createVault(secrets, 'lodging.channels.feed-url');
}

export function sealOfFeeds(db: Database, vault: KeyRingVault, secrets: readonly string[]): Seal {
  return {
    setting: 'FEED_SECRET',
    what: 'the feed addresses that are stored',
    keyId: vault.keyId,
    secrets,
    ...vaultedColumn(db, COLUMN, vault),
  };
}
