import type { Clock } from '@lodging/kernel';
import type { Sealer } from '@lodging/kit-security';
import { importJWK } from 'jose';
import type { CryptoKey } from 'jose';
import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { SigningKeys } from '../../ports/tokens.ts';
import type { SigningKeyRow } from '../schema.ts';
import type { SigningKeyRepository } from './signing-key-repository.ts';
import { ALGORITHM, currentSigner, planRotation } from './signing-key-rotation.ts';
import type { KeyUse } from './signing-key-rotation.ts';

interface LoadedKey extends Pick<SigningKeyRow, 'kid' | 'use' | 'publicKey' | 'signsUntil'> {
  /** Undefined where it was sealed under another secret: the key only verifies. */
  readonly signer: KeyObject | undefined;
  readonly verifier: CryptoKey;
}

/** The signing keys in memory, loaded from the table that all replicas share. */
export interface SigningKeyStore extends SigningKeys {
  signer(use: KeyUse): Promise<{ readonly kid: string; readonly key: KeyObject }>;
  /** Undefined for an unknown kid, or a key of another use. */
  verifier(use: KeyUse, kid: string): Promise<CryptoKey | undefined>;
}

export interface SigningKeyStoreOptions {
  readonly repository: SigningKeyRepository;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly newKid: () => string;
}

/** Tokens with forged kids must not become load on the database. */
const MIN_RELOAD_SECONDS = 1;

export function createSigningKeyStore(options: SigningKeyStoreOptions): SigningKeyStore {
  const { repository, sealer, clock, newKid } = options;
  let keys = new Map<string, LoadedKey>();
  let loadedAt: Temporal.Instant | undefined;
  let loading: Promise<void> | undefined;

  const rotateAndLoad = async (): Promise<void> => {
    const rows = await repository.rotate(planRotation(sealer, newKid));
    const loaded = await Promise.all(rows.map(async (row) => keys.get(row.kid) ?? importKey(row, sealer)));
    keys = new Map(loaded.map((key) => [key.kid, key]));
    loadedAt = clock.now();
  };
  /** Concurrent calls share one load. */
  const load = (): Promise<void> => {
    loading ??= rotateAndLoad().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  const signerFor = (use: KeyUse) => {
    const signing = [...keys.values()].filter(({ signer }) => signer !== undefined);
    const found = currentSigner(signing, use, clock.now());
    return found?.signer && { kid: found.kid, key: found.signer };
  };
  const mayReload = () =>
    loadedAt === undefined || loadedAt.until(clock.now()).total('seconds') >= MIN_RELOAD_SECONDS;

  return {
    rotate: load,
    async publicKeys() {
      if (keys.size === 0) await load();
      // Keys of links are kept for years, and this service alone reads those tokens.
      const published = [...keys.values()].filter(({ use }) => use !== 'manage');
      return published.map(({ publicKey }) => publicKey);
    },
    async signer(use) {
      const known = signerFor(use);
      if (known !== undefined) return known;
      await load();
      const created = signerFor(use);
      if (created === undefined) throw new Error(`there is no signing key for ${use} tokens`);
      return created;
    },
    async verifier(use, kid) {
      if (!keys.has(kid) && mayReload()) await load();
      const key = keys.get(kid);
      return key?.use === use ? key.verifier : undefined;
    },
  };
}

async function importKey(row: SigningKeyRow, sealer: Sealer): Promise<LoadedKey> {
  const pem = sealer.openBytes(row.kid, row.sealedPrivateKey)?.toString();
  const verifier = await importJWK(row.publicKey, ALGORITHM);
  if (verifier instanceof Uint8Array) throw new Error(`signing key ${row.kid} has no public half`);
  const { kid, use, publicKey, signsUntil } = row;
  const signer = pem === undefined ? undefined : createPrivateKey(pem);
  return { kid, use, publicKey, signsUntil, signer, verifier };
}
