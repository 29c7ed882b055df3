// Guards that replicas which start at the same moment sign with the same keys.
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { newId, systemClock } from '@lodging/kit-runtime';
import { freshSchema, testLogger } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations, schema } from '../src/migrations.ts';
import { createKeyring } from '../src/outbound/keyring.ts';
import { sealer } from '../src/outbound/sealed-keys.ts';
import { signingKeyStore } from '../src/outbound/signing-key-store.ts';

let database: FreshSchema;
let db: Database;
beforeAll(async () => {
  database = await freshSchema({ schema, sources: migrations });
  db = openDatabase({ url: database.url, schema, log: testLogger() });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const replica = () =>
  createKeyring({
    store: signingKeyStore(db),
    sealer: sealer('a secret of thirty-two characters'),
    clock: systemClock,
    newKid: newId,
  });

it('five replicas that start at once agree on one key for each kind of token', async () => {
  const replicas = Array.from({ length: 5 }, replica);
  await Promise.all(replicas.map((keyring) => keyring.rotate()));
  for (const use of ['quote', 'guest'] as const) {
    const signers = await Promise.all(replicas.map((keyring) => keyring.signer(use)));
    expect(new Set(signers.map(({ kid }) => kid)).size).toBe(1);
    expect(await replica().verifier(use, signers[0]?.kid ?? '')).toBeDefined();
  }
  expect(await replica().publicKeys()).toHaveLength(2);
});

it('a request as a tenant sees no key at all', async () => {
  await replica().rotate();
  const asTenant = await db.inTenant(newId(), (tx) => tx.query('SELECT kid FROM signing_keys'));
  expect(asTenant).toEqual([]);
});
