import { probeSealed, sealColumnAgain } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { createVault } from '@lodging/kit-security';
import type { Vault as KeyRingVault } from '@lodging/kit-security';

const COLUMN = { table: 'connections', column: 'sealed_feed_url' };

/** The purpose is part of the key: another one would make every stored address unreadable. */
export function createFeedVault(secrets: string | readonly string[]): KeyRingVault {
  return createVault(secrets, 'lodging.channels.feed-url');
}

/** Throws where the secret is not the one that sealed what is stored. One that opens a part of it may start. */
export async function requireFeedVault(db: Database, vault: KeyRingVault): Promise<void> {
  if ((await probe(db, vault)) === 'none')
    throw new Error('FEED_SECRET does not open the feed addresses that are stored');
}

/** Throws where an address is stored that nothing of the ring opens. */
export async function checkFeedVault(db: Database, vault: KeyRingVault): Promise<void> {
  const opened = await probe(db, vault);
  if (opened === 'all') return;
  const share = opened === 'some' ? 'some of ' : '';
  throw new Error(`FEED_SECRET does not open ${share}the feed addresses that are stored`);
}

function probe(db: Database, vault: KeyRingVault) {
  return probeSealed(
    db,
    COLUMN,
    ({ tenantId, id, sealed }) => vault.open(tenantId, id, sealed) !== undefined,
  );
}

/** After a rotation. Resolves to the number of addresses that an earlier secret had sealed. */
export function sealFeedsAgain(db: Database, vault: KeyRingVault): Promise<number> {
  return sealColumnAgain(db, COLUMN, ({ tenantId, id, sealed }) => vault.sealAgain(tenantId, id, sealed));
}
