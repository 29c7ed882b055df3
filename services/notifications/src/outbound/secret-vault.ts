import { probeSealed, sealColumnAgain } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { createVault } from '@lodging/kit-security';
import type { Vault } from '@lodging/kit-security';

const TABLE = 'webhook_endpoints';
const CURRENT = { table: TABLE, column: 'sealed_secret' };
/** `[{ sealed, until }]` */
const EARLIER = { table: TABLE, column: 'old_secrets', type: 'jsonb' } as const;

/** The purpose is part of the key: another one would make every stored secret unreadable. */
export function createSecretVault(secrets: string | readonly string[]): Vault {
  return createVault(secrets, 'lodging.notifications.webhook-secret');
}

/** Throws where the key is not the one that sealed what is stored. One that opens a part of it may start. */
export async function requireSecretVault(db: Database, vault: Vault): Promise<void> {
  if ((await probe(db, vault)) === 'none')
    throw new Error('WEBHOOK_SECRET_KEY does not open the secrets of webhook endpoints that are stored');
}

/** Throws where a secret is stored that nothing of the ring opens. */
export async function checkSecretVault(db: Database, vault: Vault): Promise<void> {
  const opened = await probe(db, vault);
  if (opened === 'all') return;
  const share = opened === 'some' ? 'some of ' : '';
  throw new Error(
    `WEBHOOK_SECRET_KEY does not open ${share}the secrets of webhook endpoints that are stored`,
  );
}

function probe(db: Database, vault: Vault) {
  return probeSealed(
    db,
    CURRENT,
    ({ tenantId, id, sealed }) => vault.open(tenantId, id, sealed) !== undefined,
  );
}

/** After a rotation. Resolves to the number of rows that an earlier key had sealed. */
export async function sealSecretsAgain(db: Database, vault: Vault): Promise<number> {
  const current = await sealColumnAgain(db, CURRENT, ({ tenantId, id, sealed }) =>
    vault.sealAgain(tenantId, id, sealed),
  );
  const earlier = await sealColumnAgain(db, EARLIER, ({ tenantId, id, sealed }) => {
    const secrets = JSON.parse(sealed) as { sealed: string }[];
    const again = secrets.map((secret) => vault.sealAgain(tenantId, id, secret.sealed));
    if (again.every((one) => one === undefined)) return undefined;
    return JSON.stringify(
      secrets.map((secret, place) => ({ ...secret, sealed: again[place] ?? secret.sealed })),
    );
  });
  return current + earlier;
}
