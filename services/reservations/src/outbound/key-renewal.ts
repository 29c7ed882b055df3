import { exportJWK, exportPKCS8, generateKeyPair } from 'jose';
import type { SigningKeyRow } from './schema.ts';
import type { Sealer } from './sealed-keys.ts';
import type { PlanRenewal } from './signing-key-store.ts';

export const ALGORITHM = 'EdDSA';
export const keyUses = ['quote', 'guest'] as const;
export type KeyUse = (typeof keyUses)[number];

const SIGNS_HOURS = 30 * 24;
/** A successor exists this long before it signs, so that every replica knows it by then. */
const OVERLAP_HOURS = 24;
/** Longer than any token lives. */
const VERIFIES_ON_HOURS = 24;

/** The oldest key that still signs: its successor waits its turn. */
export function signerOf<K extends { readonly use: KeyUse; readonly signsUntil: Temporal.Instant }>(
  keys: Iterable<K>,
  use: KeyUse,
  at: Temporal.Instant,
): K | undefined {
  return [...keys]
    .filter((key) => key.use === use && Temporal.Instant.compare(key.signsUntil, at) > 0)
    .toSorted((one, other) => Temporal.Instant.compare(one.signsUntil, other.signsUntil))[0];
}

export function planRenewal(sealer: Sealer, newKid: () => string): PlanRenewal {
  return async (rows, at) => {
    const soon = at.add({ hours: OVERLAP_HOURS });
    // A key from before the secret was changed still verifies, but signs no more.
    const ours = rows.filter((row) => sealer.open(row.kid, row.sealedPrivateKey) !== undefined);
    const due = keyUses.filter((use) => signerOf(ours, use, soon) === undefined);
    const create = await Promise.all(
      due.map((use) =>
        makeKey(use, newKid(), sealer, { at, from: signerOf(ours, use, at)?.signsUntil ?? at }),
      ),
    );
    const over = rows.filter(({ verifiesUntil }) => Temporal.Instant.compare(verifiesUntil, at) <= 0);
    return { create, forget: over.map(({ kid }) => kid) };
  };
}

async function makeKey(
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
    sealedPrivateKey: sealer.seal(kid, Buffer.from(await exportPKCS8(pair.privateKey))),
    createdAt: at,
    signsUntil,
    verifiesUntil: signsUntil.add({ hours: VERIFIES_ON_HOURS }),
  };
}
