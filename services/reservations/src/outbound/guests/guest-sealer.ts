import { createKeyedHash, createKeyRingSealer, hashKeyOf, keyedHashOf, keyIdOf } from '@lodging/kit-security';
import { noGuest, SEALED_DETAILS, sealedGuestOf } from '../../domain/stay/guest-details.ts';
import type { SealedGuest } from '../../domain/stay/guest-details.ts';
import { createProfileSealer } from '../profiles/profile-sealer.ts';
import type { ProfileSealer } from '../profiles/profile-sealer.ts';

/** The columns of a row that hold its guest. */
export interface GuestColumns {
  readonly guestSealed: string | null;
  readonly guestEmailHash: string | null;
}

interface Key {
  readonly tenantId: string;
  readonly id: string;
}

export interface GuestSealer {
  readonly seal: (key: Key, guest: SealedGuest) => GuestColumns;
  /** Throws where the secret is another one than the guest was sealed with. */
  open(row: Key & Pick<GuestColumns, 'guestSealed'>): SealedGuest;
  emailHash(tenantId: string, email: string): string;
  /** Under each secret of the ring, the current one first. */
  emailHashes(tenantId: string, email: string): Hashes;
  /** Of a prefix of a searchable value. */
  searchToken(tenantId: string, prefix: string): string;
  searchTokens(tenantId: string, prefix: string): Hashes;
  /** The fingerprint of a request is a plain hash; where the request names a guest, it would let guesses be checked. */
  sealFingerprint(fingerprint: string): string;
  /** True if the stored fingerprint matches the given one under any known key. */
  isFingerprint(stored: string | null, given: string): boolean;
  /** Of the ring, the current one first. */
  readonly keyIds: readonly [string, ...(readonly string[])];
  /** The key that sealed a guest, or the key of fingerprints. */
  keyIdOf(guestSealed: string): string | undefined;
  readonly fingerprintKeys: FingerprintKeys;
  readonly profiles: ProfileSealer;
}

export type Hashes = readonly [string, ...(readonly string[])];

/** The hash of a request is not known any more, so its fingerprint cannot be resealed: its key outlives the secret. */
export interface FingerprintKeys {
  /** Those of earlier secrets of the ring, sealed with the current one. */
  earlier(): { readonly keyId: string; readonly sealedKey: string }[];
  /** Takes one that was stored, where the ring opens it; then the same, sealed with the current secret. */
  learn(keyId: string, sealedKey: string): string | undefined;
}

const NOTHING_SEALED: GuestColumns = { guestSealed: null, guestEmailHash: null };

const SEALED_FINGERPRINT = 'k1.';
/** Each row that a token finds is compared with the searched text, so a rare collision does no harm. */
const SEARCH_TOKEN_LENGTH = 16;

const GUEST = 'lodging.reservations.guest';
const FINGERPRINT = 'lodging.reservations.fingerprint';

/** Under GUEST_DATA_SECRET. A sealed guest opens in its own row alone. */
export function createGuestSealer(ring: string | Hashes): GuestSealer {
  const secrets: Hashes = typeof ring === 'string' ? [ring] : ring;
  const sealer = createKeyRingSealer(secrets, GUEST);
  const emailHashes = hashesOf(secrets, 'lodging.reservations.guest-email');
  const searchHashes = hashesOf(secrets, 'lodging.reservations.search');
  const emailHash = (tenantId: string, email: string) => emailHashes.current(tenantId, email.toLowerCase());
  return {
    keyIds: sealer.keyIds,
    keyIdOf: (guestSealed) => sealer.keyIdOf(guestSealed),
    emailHash,
    emailHashes: (tenantId, email) => emailHashes.all(tenantId, email.toLowerCase()),
    searchToken: (tenantId, prefix) => searchHashes.current(tenantId, prefix).slice(0, SEARCH_TOKEN_LENGTH),
    searchTokens(tenantId, prefix) {
      const [current, ...earlier] = searchHashes.all(tenantId, prefix);
      return [
        current.slice(0, SEARCH_TOKEN_LENGTH),
        ...earlier.map((token) => token.slice(0, SEARCH_TOKEN_LENGTH)),
      ];
    },
    ...fingerprints(secrets),
    profiles: createProfileSealer(secrets),
    seal(key, guest) {
      const values = SEALED_DETAILS.map((name) => guest[name]);
      if (values.every((value) => value === null)) return NOTHING_SEALED;
      const text = JSON.stringify(values);
      const { guestEmail } = guest;
      const guestEmailHash = guestEmail === null ? null : emailHash(key.tenantId, guestEmail);
      return { guestSealed: sealer.seal(ownerOf(key), text), guestEmailHash };
    },
    open({ guestSealed, ...row }) {
      if (guestSealed === null) return noGuest;
      const text = sealer.open(ownerOf(row), guestSealed);
      if (text === undefined)
        throw new Error(`the guest of reservation ${row.id} cannot be opened: GUEST_DATA_SECRET is another`);
      const values = JSON.parse(text) as (string | null)[];
      // A guest that was sealed before a field existed has no value for it.
      return sealedGuestOf((_name, place) => values[place] ?? null);
    },
  };
}

function hashesOf([secret, ...earlier]: Hashes, purpose: string) {
  const current = createKeyedHash(secret, purpose);
  const others = earlier.map((one) => createKeyedHash(one, purpose));
  const all = (...parts: string[]): Hashes => [current(...parts), ...others.map((hash) => hash(...parts))];
  return { current, all };
}

function fingerprints(
  secrets: Hashes,
): Pick<GuestSealer, 'sealFingerprint' | 'isFingerprint' | 'fingerprintKeys'> {
  const sealer = createKeyRingSealer(secrets, 'lodging.reservations.fingerprint-key');
  const [secret, ...earlier] = secrets;
  const current = createKeyedHash(secret, FINGERPRINT);
  const others = new Map(earlier.map((one) => [keyIdOf(one), createKeyedHash(one, FINGERPRINT)]));
  return {
    sealFingerprint: (given) => SEALED_FINGERPRINT + current(given),
    isFingerprint: (stored, given) =>
      stored === given ||
      [current, ...others.values()].some((hash) => stored === SEALED_FINGERPRINT + hash(given)),
    fingerprintKeys: {
      earlier: () =>
        earlier.map((one) => {
          const keyId = keyIdOf(one);
          return { keyId, sealedKey: sealer.seal(keyId, hashKeyOf(one, FINGERPRINT).toString('base64url')) };
        }),
      learn(keyId, sealedKey) {
        const key = sealer.open(keyId, sealedKey);
        if (key === undefined) return undefined;
        if (keyId !== keyIdOf(secret)) others.set(keyId, keyedHashOf(Buffer.from(key, 'base64url')));
        return sealer.seal(keyId, key);
      },
    },
  };
}

function ownerOf({ tenantId, id }: Key): string {
  return `${tenantId}|${id}`;
}
