import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requireSeals, sealChecks } from '@lodging/kit-messaging';
import type { Database } from '@lodging/kit-postgres';
import type { Vault } from '@lodging/kit-security';
import { createSecretVault, sealOfEndpoints } from '../src/outbound/endpoints/secret-vault.ts';
import { startWebhooks } from './webhooks-harness.ts';
import type { WebhooksHarness } from './webhooks-harness.ts';

const OLD = 'a secret of thirty-two characters';
const NEW = 'the key that replaces it, as long as the other';
let webhooks: WebhooksHarness;

const sealOf = (db: Database, vault: Vault) => sealOfEndpoints(db, vault, []);
const requireSecretVault = (db: Database, vault: Vault) => requireSeals([sealOf(db, vault)]);
const checkSecretVault = async (db: Database, vault: Vault) => sealChecks([sealOf(db, vault)])['seals']?.();
const resealSecrets = (db: Database, vault: Vault) => sealOf(db, vault).reseal();

beforeAll(async () => {
  webhooks = await startWebhooks();
});
afterAll(() => webhooks.close());

interface Row {
  readonly tenantId: string;
  readonly id: string;
  readonly current: string;
  readonly earlier: { readonly sealed: string }[];
}

const rows = (): Promise<Row[]> =>
  webhooks.db.acrossTenants((tx) =>
    tx.query<Row>(
      'SELECT tenant_id AS "tenantId", id, sealed_secret AS current, old_secrets AS earlier FROM webhook_endpoints',
    ),
  );

it('WEBHOOK_SECRET_KEY is replaced: what it sealed, the secrets that still sign among it, is sealed again and stays the same', async () => {
  const tenant = { tenantId: randomUUID(), livemode: true };
  const made = await webhooks.endpoints.create(tenant, {
    url: 'http://localhost:1/hook',
    eventTypes: ['reservation.confirmed'],
  });
  if (!made.ok) throw new Error(made.refusal.code);
  await webhooks.endpoints.rotateSecret(tenant, made.value.id);
  const [before] = await rows();
  if (before === undefined) throw new Error('there is no endpoint');
  const open = (key: string, row: Row) => {
    const vault = createSecretVault(key);
    return [row.current, ...row.earlier.map(({ sealed }) => sealed)].map((sealed) =>
      vault.open(row.tenantId, row.id, sealed),
    );
  };
  const texts = open(OLD, before);
  expect(texts).toHaveLength(2);
  expect(texts).not.toContain(undefined);

  const { db } = webhooks;
  await expect(checkSecretVault(db, createSecretVault(NEW))).rejects.toThrow(
    'WEBHOOK_SECRET_KEY does not open',
  );
  const ring = createSecretVault([NEW, OLD]);
  await checkSecretVault(db, ring);
  expect(await resealSecrets(db, ring)).toBe(2);
  expect(await resealSecrets(db, ring)).toBe(0);
  const [after] = await rows();
  if (after === undefined) throw new Error('there is no endpoint');
  expect(open(NEW, after)).toEqual(texts);
  expect(after.earlier.map((secret) => ({ ...secret, sealed: '' }))).toEqual(
    before.earlier.map((secret) => ({ ...secret, sealed: '' })),
  );
  await checkSecretVault(db, createSecretVault(NEW));
});

it('a key that opens one of the oldest and the newest secret may start, and is said by doctor; one that opens none may not', async () => {
  const { db, endpoints, clock } = webhooks;
  clock.advance({ seconds: 1 });
  const tenant = { tenantId: randomUUID(), livemode: true };
  const made = await endpoints.create(tenant, {
    url: 'http://localhost:1/later',
    eventTypes: ['reservation.confirmed'],
  });
  if (!made.ok) throw new Error(made.refusal.code);
  // The previous one is sealed with the new key, this one with the old.
  for (const key of [NEW, OLD]) {
    await requireSecretVault(db, createSecretVault(key));
    await expect(checkSecretVault(db, createSecretVault(key))).rejects.toThrow('does not open some of');
  }
  const wrong = createSecretVault('a key that has never sealed anything in here');
  await expect(requireSecretVault(db, wrong)).rejects.toThrow('WEBHOOK_SECRET_KEY does not open the');
  await checkSecretVault(db, createSecretVault([NEW, OLD]));
});
