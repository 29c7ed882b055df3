import type { Seal } from '@lodging/kit-messaging';
import { probeSealed, sealColumnAgain } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { createVault } from '@lodging/kit-security';
import type { Vault } from '@lodging/kit-security';

type SealAgain = Parameters<typeof sealColumnAgain>[2];

const TABLE = 'webhook_endpoints';
const CURRENT = { table: TABLE, column: 'sealed_secret' };
/** `[{ sealed, until }]` */
const EARLIER = { table: TABLE, column: 'old_secrets', type: 'jsonb' } as const;

/** The purpose is part of the key: another one would make every stored secret unreadable. */
export function createSecretVault(secrets: string | readonly string[]): Vault {
  return createVault(secrets, 'lodging.notifications.webhook-secret');
}

export function sealOfEndpoints(db: Database, vault: Vault, secrets: readonly string[]): Seal {
  return {
    setting: 'WEBHOOK_SECRET_KEY',
    what: 'the secrets of webhook endpoints that are stored',
    keyId: vault.keyId,
    secrets,
    probe: () =>
      probeSealed(db, CURRENT, ({ tenantId, id, sealed }) => vault.open(tenantId, id, sealed) !== undefined),
    sealAgain: (signal) => sealSecretsAgain(db, vault, signal),
  };
}

/** Resolves to the number of rows that an earlier key had sealed. */
async function sealSecretsAgain(db: Database, vault: Vault, signal?: AbortSignal): Promise<number> {
  const again: SealAgain = ({ tenantId, id, sealed }) => vault.sealAgain(tenantId, id, sealed);
  const earlierAgain: SealAgain = ({ tenantId, id, sealed }) => {
    const secrets = JSON.parse(sealed) as { sealed: string }[];
    const next = secrets.map((secret) => vault.sealAgain(tenantId, id, secret.sealed));
    if (next.every((one) => one === undefined)) return undefined;
    return JSON.stringify(
      secrets.map((secret, place) => ({ ...secret, sealed: next[place] ?? secret.sealed })),
    );
  };
  const current = await sealColumnAgain(db, CURRENT, again, signal);
  return current + (await sealColumnAgain(db, EARLIER, earlierAgain, signal));
}
