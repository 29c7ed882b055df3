import type { Clock } from '@lodging/kernel';
import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { importJWK } from 'jose';
import type { CryptoKey } from 'jose';
import type { SigningKeys } from '../use-cases/ports.ts';
import { ALGORITHM, planRenewal, signerOf } from './key-renewal.ts';
import type { KeyUse } from './key-renewal.ts';
import type { SigningKeyRow } from './schema.ts';
import type { Sealer } from './sealed-keys.ts';
import type { SigningKeyStore } from './signing-key-store.ts';

interface LoadedKey extends Pick<SigningKeyRow, 'kid' | 'use' | 'publicKey' | 'signsUntil'> {
  /** Undefined where it was sealed under another secret: the key still verifies. */
  readonly signer: KeyObject | undefined;
  readonly verifier: CryptoKey;
}

export interface Keyring extends SigningKeys {
  signer(use: KeyUse): Promise<{ readonly kid: string; readonly key: KeyObject }>;
  /** Undefined for a kid that is none of ours, or made for another use. */
  verifier(use: KeyUse, kid: string): Promise<CryptoKey | undefined>;
}

export interface KeyringOptions {
  readonly store: SigningKeyStore;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly newKid: () => string;
}

/** Forged kids must not become load on the database. */
const LEAST_SECONDS_BETWEEN_READS = 1;

export function createKeyring({ store, sealer, clock, newKid }: KeyringOptions): Keyring {
  let keys = new Map<string, LoadedKey>();
  let readAt: Temporal.Instant | undefined;
  let reading: Promise<void> | undefined;

  const renewAndLoad = async (): Promise<void> => {
    const rows = await store.renew(planRenewal(sealer, newKid));
    const loaded = await Promise.all(rows.map(async (row) => keys.get(row.kid) ?? importKey(row, sealer)));
    keys = new Map(loaded.map((key) => [key.kid, key]));
    readAt = clock.now();
  };
  /** Several askers share one reading. */
  const refresh = (): Promise<void> => {
    reading ??= renewAndLoad().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const signerFor = (use: KeyUse) => {
    const signing = [...keys.values()].filter(({ signer }) => signer !== undefined);
    const found = signerOf(signing, use, clock.now());
    return found?.signer && { kid: found.kid, key: found.signer };
  };
  const mayReadAgain = () =>
    readAt === undefined || readAt.until(clock.now()).total('seconds') >= LEAST_SECONDS_BETWEEN_READS;

  return {
    rotate: refresh,
    async publicKeys() {
      if (keys.size === 0) await refresh();
      return [...keys.values()].map(({ publicKey }) => publicKey);
    },
    async signer(use) {
      const known = signerFor(use);
      if (known !== undefined) return known;
      await refresh();
      const made = signerFor(use);
      if (made === undefined) throw new Error(`there is no key to sign a ${use} token with`);
      return made;
    },
    async verifier(use, kid) {
      if (!keys.has(kid) && mayReadAgain()) await refresh();
      const key = keys.get(kid);
      return key?.use === use ? key.verifier : undefined;
    },
  };
}

async function importKey(row: SigningKeyRow, sealer: Sealer): Promise<LoadedKey> {
  const pem = sealer.open(row.kid, row.sealedPrivateKey)?.toString();
  const verifier = await importJWK(row.publicKey, ALGORITHM);
  if (verifier instanceof Uint8Array) throw new Error(`signing key ${row.kid} has no public half`);
  const { kid, use, publicKey, signsUntil } = row;
  const signer = pem === undefined ? undefined : createPrivateKey(pem);
  return { kid, use, publicKey, signsUntil, signer, verifier };
}
