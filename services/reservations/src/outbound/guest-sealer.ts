import { createKeyedHash, createKeyRingSealer } from '@lodging/kit-security';

/** The columns of a row that hold its guest. */
export interface GuestColumns {
  /** Set by the version before, until they are sealed; then they are newer than what is sealed. */
  readonly guestEmail: string | null;
  readonly guestName: string | null;
  readonly guestPhone: string | null;
  readonly guestSealed: string | null;
  readonly guestEmailHash: string | null;
}

export type GuestData = Pick<GuestColumns, 'guestEmail' | 'guestName' | 'guestPhone'>;

interface Key {
  readonly tenantId: string;
  readonly id: string;
}

export interface GuestSealer {
  readonly seal: (key: Key, guest: GuestData) => GuestColumns;
  /** Throws where the secret is another one than the guest was sealed with. */
  open(row: Key & Omit<GuestColumns, 'guestEmailHash'>): GuestData;
  emailHash(tenantId: string, email: string): string;
  /** Of a beginning of what bookings are searched by. */
  searchToken(tenantId: string, prefix: string): string;
  /**
   * The fingerprint of a request is a plain hash, and of one that names a guest it would let guesses be checked. What is
   * sealed already stays as it is.
   */
  sealFingerprint(fingerprint: string): string;
}

export const noGuest: GuestColumns = {
  guestEmail: null,
  guestName: null,
  guestPhone: null,
  guestSealed: null,
  guestEmailHash: null,
};

const SEALED_FINGERPRINT = 'k1.';
/** What a token finds is compared with what is searched for, so that a rare equal one does no harm. */
const SEARCH_TOKEN_LENGTH = 16;

/** Under GUEST_DATA_SECRET. A sealed guest opens in its own row alone. */
export function createGuestSealer(secret: string): GuestSealer {
  const sealer = createKeyRingSealer([secret], 'lodging.reservations.guest');
  const hash = createKeyedHash(secret, 'lodging.reservations.guest-email');
  const fingerprintHash = createKeyedHash(secret, 'lodging.reservations.fingerprint');
  const emailHash = (tenantId: string, email: string) => hash(tenantId, email.toLowerCase());
  const searchHash = createKeyedHash(secret, 'lodging.reservations.search');
  return {
    emailHash,
    searchToken: (tenantId, prefix) => searchHash(tenantId, prefix).slice(0, SEARCH_TOKEN_LENGTH),
    sealFingerprint: (fingerprint) =>
      fingerprint.startsWith(SEALED_FINGERPRINT)
        ? fingerprint
        : SEALED_FINGERPRINT + fingerprintHash(fingerprint),
    seal(key, { guestEmail, guestName, guestPhone }) {
      if (guestEmail === null && guestName === null && guestPhone === null) return noGuest;
      const text = JSON.stringify([guestEmail, guestName, guestPhone]);
      const guestEmailHash = guestEmail === null ? null : emailHash(key.tenantId, guestEmail);
      return { ...noGuest, guestSealed: sealer.seal(ownerOf(key), text), guestEmailHash };
    },
    open({ guestSealed, ...row }) {
      const clear = { guestEmail: row.guestEmail, guestName: row.guestName, guestPhone: row.guestPhone };
      if (guestSealed === null) return clear;
      const text = sealer.open(ownerOf(row), guestSealed);
      if (text === undefined)
        throw new Error(`the guest of reservation ${row.id} cannot be opened: GUEST_DATA_SECRET is another`);
      const [guestEmail, guestName, guestPhone] = JSON.parse(text) as [
        string | null,
        string | null,
        string | null,
      ];
      return {
        guestEmail: clear.guestEmail ?? guestEmail,
        guestName: clear.guestName ?? guestName,
        guestPhone: clear.guestPhone ?? guestPhone,
      };
    },
  };
}

function ownerOf({ tenantId, id }: Key): string {
  return `${tenantId}|${id}`;
}
