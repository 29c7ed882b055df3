import type { Sealer } from '@lodging/kit-security';
import { exportJWK, exportPKCS8, generateKeyPair } from 'jose';
import { MAX_TOKEN_DAYS } from '../../domain/manage/link-expiry.ts';
import type { SigningKeyRow } from '../schema.ts';
import type { PlanRotation } from './signing-key-repository.ts';

export const ALGORITHM = 'EdDSA';
const keyUses = ['quote', 'guest', 'manage'] as const;
export type KeyUse = (typeof keyUses)[number];

const SIGNS_HOURS = 30 * 24;
/** A successor exists this long before it signs, so that every replica has loaded it by then. */
const OVERLAP_HOURS = 24;
/** Longer than any token of the use lives. */
const VERIFIES_LONGER_HOURS: Readonly<Record<KeyUse, number>> = {
  quote: 24,
  guest: 24,
  manage: (MAX_TOKEN_DAYS + 1) * 24,
};

/** The oldest key that still signs; its successor signs when it has expired. */
export function currentSigner<K extends { readonly use: KeyUse; readonly signsUntil: Temporal.Instant }>(
  keys: Iterable<K>,
  use: KeyUse,
  at: Temporal.Instant,
): K | undefined {
  return [...keys]
    .filter((key) => key.use === use && Temporal.Instant.compare(key.signsUntil, at) > 0)
    .toSorted((one, other) => Temporal.Instant.compare(one.signsUntil, other.signsUntil))[0];
}

export function planRotation(sealer: Sealer, newKid: () => string): PlanRotation {
  return async (rows, at) => {
    const soon = at.add({ hours: OVERLAP_HOURS });
    // A key that was sealed under another secret still verifies, but cannot sign.
    const signing = rows.filter((row) => sealer.openBytes(row.kid, row.sealedPrivateKey) !== undefined);
    const due = keyUses.filter((use) => currentSigner(signing, use, soon) === undefined);
    const create = await Promise.all(
      due.map((use) =>
        createKey(use, newKid(), sealer, { at, from: currentSigner(signing, use, at)?.signsUntil ?? at }),
      ),
    );
    const expired = rows.filter(({ verifiesUntil }) => Temporal.Instant.compare(verifiesUntil, at) <= 0);
    return { create, remove: expired.map(({ kid }) => kid) };
  };
}

async function createKey(
  use: KeyUse,
  kid: string,
  sealer: Sealer,
  { at, from }: { readonly at: Temporal.Instant; readonly from: Temporal.Instant },
): Promise<SigningKeyRow> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const signsUntil = from.add({ hours: SIGNS_HOURS });
  return {
    kid,
    use,
    publicKey: { ...(await exportJWK(pair.publicKey)), kid, alg: ALGORITHM, use: 'sig' },
    sealedPrivateKey: sealer.sealBytes(kid, Buffer.from(await exportPKCS8(pair.privateKey))),
    createdAt: at,
    signsUntil,
    verifiesUntil: signsUntil.add({ hours: VERIFIES_LONGER_HOURS[use] }),
  };
}
