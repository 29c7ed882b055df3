import type { Database } from '@lodging/kit-postgres';
import { newId, systemClock } from '@lodging/kit-runtime';
import { createSealer } from '@lodging/kit-security';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSigningKeyRepository } from '../src/outbound/tokens/signing-key-repository.ts';
import { createSigningKeyStore } from '../src/outbound/tokens/signing-key-store.ts';
import { openTestDatabase } from './open-test-database.ts';
import type { TestDatabase } from './open-test-database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());

const replica = () =>
  createSigningKeyStore({
    repository: createSigningKeyRepository(db),
    sealer: createSealer('a secret of thirty-two characters', 'lodging signing keys'),
    clock: systemClock,
    newKid: newId,
  });

it('five replicas that start at once share one key for each kind of token', async () => {
  const replicas = Array.from({ length: 5 }, replica);
  await Promise.all(replicas.map((keys) => keys.rotate()));
  for (const use of ['quote', 'guest'] as const) {
    const signers = await Promise.all(replicas.map((keys) => keys.signer(use)));
    expect(new Set(signers.map(({ kid }) => kid)).size).toBe(1);
    expect(await replica().verifier(use, signers[0]?.kid ?? '')).toBeDefined();
  }
  expect(await replica().publicKeys()).toHaveLength(2);
});

it('a tenant’s role reads no signing key', async () => {
  await replica().rotate();
  const asTenant = await db.inTenant(newId(), (tx) => tx.query('SELECT kid FROM signing_keys'));
  expect(asTenant).toEqual([]);
});
