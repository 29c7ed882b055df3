import type { Seal } from '@lodging/kit-messaging';
import { resealColumn, vaultedColumn } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { createVault } from '@lodging/kit-security';
import type { Vault } from '@lodging/kit-security';

type Reseal = Parameters<typeof resealColumn>[2];

const TABLE = 'webhook_endpoints';
const CURRENT = { table: TABLE, column: 'sealed_secret' };
/** `[{ sealed, until }]` */
const EARLIER = { table: TABLE, column: 'old_secrets', type: 'jsonb' } as const;

/** The purpose is part of the key: another one would make every stored secret unreadable. */
export function createSecretVault(secrets: string | readonly string[]): Vault {
  return createVault(secrets, 'lodging.notifications.webhook-secret');
}

export function sealOfEndpoints(db: Database, vault: Vault, secrets: readonly string[]): Seal {
  const current = vaultedColumn(db, CURRENT, vault);
  return {
    setting: 'WEBHOOK_SECRET_KEY',
    what: 'the secrets of webhook endpoints that are stored',
    keyId: vault.keyId,
    secrets,
    probe: current.probe,
    reseal: async (signal) => (await current.reseal(signal)) + (await resealEarlier(db, vault, signal)),
  };
}

/** Resolves to the number of rows that an earlier key had sealed. */
function resealEarlier(db: Database, vault: Vault, signal?: AbortSignal): Promise<number> {
  const reseal: Reseal = ({ tenantId, id, sealed }) => {
    const secrets = JSON.parse(sealed) as { sealed: string }[];
    const next = secrets.map((secret) => vault.reseal(tenantId, id, secret.sealed));
    if (next.every((one) => one === undefined)) return undefined;
    return JSON.stringify(
      secrets.map((secret, place) => ({ ...secret, sealed: next[place] ?? secret.sealed })),
    );
  };
  return resealColumn(db, EARLIER, reseal, signal);
}
