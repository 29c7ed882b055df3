import { createKeyRingSealer } from '@lodging/kit-security';
import { erasedProfile, noGuestDetails } from '../../domain/profiles/guest.ts';
import type { BookedGuest, GuestDetails, GuestProfile } from '../../domain/profiles/guest.ts';
import type { GuestRow } from './profile-schema.ts';

export type BookedColumns = Pick<GuestRow, 'nameSealed' | 'phoneSealed' | 'languageSealed'> & {
  readonly emailSealed: string;
};

export type ProfileColumns = BookedColumns & Pick<GuestRow, 'detailsSealed'>;

type SealedRow = Pick<
  GuestRow,
  'tenantId' | 'id' | 'emailSealed' | 'nameSealed' | 'phoneSealed' | 'languageSealed' | 'detailsSealed'
>;

/**
 * A column for each field, so that a statement can fill an empty one. The address is bound to the tenant and the other fields
 * to tenant and address: they are sealed before it is known which guest has the address.
 */
export interface ProfileSealer {
  sealBooked(tenantId: string, guest: BookedGuest): BookedColumns;
  seal(tenantId: string, profile: GuestProfile & { readonly email: string }): ProfileColumns;
  /** Throws where the secret is another one than the profile was sealed with. */
  open(row: SealedRow): GuestProfile;
  sealExport(tenantId: string, exportId: string, part: number, text: string): string;
  /** Undefined where its secret is gone: an export is kept for a day. */
  openExport(tenantId: string, exportId: string, part: number, sealed: string): string | undefined;
  keyIdOf(sealed: string): string | undefined;
}

type Field = 'name' | 'phone' | 'language' | 'details';

export function createProfileSealer(secrets: readonly [string, ...(readonly string[])]): ProfileSealer {
  const sealer = createKeyRingSealer(secrets, 'lodging.reservations.guest-profile');
  const exports = createKeyRingSealer(secrets, 'lodging.reservations.guest-export');
  const sealField = (tenantId: string, email: string, field: Field, value: string | null) =>
    value === null ? null : sealer.seal(ownerOf(tenantId, field, email), value);
  const sealBooked = (tenantId: string, guest: BookedGuest): BookedColumns => ({
    emailSealed: sealer.seal(ownerOf(tenantId, 'email'), guest.email),
    nameSealed: sealField(tenantId, guest.email, 'name', guest.name),
    phoneSealed: sealField(tenantId, guest.email, 'phone', guest.phone),
    languageSealed: sealField(tenantId, guest.email, 'language', guest.language),
  });
  return {
    keyIdOf: (sealed) => sealer.keyIdOf(sealed),
    sealBooked,
    seal(tenantId, profile) {
      const { email, notes, metadata, consents } = profile;
      const details = hasDetails(profile) ? JSON.stringify({ notes, metadata, consents }) : null;
      const detailsSealed = sealField(tenantId, email, 'details', details);
      return { ...sealBooked(tenantId, profile), detailsSealed };
    },
    open({ tenantId, id, ...row }) {
      if (row.emailSealed === null) return erasedProfile;
      const opened = (owner: string, sealed: string | null) => {
        if (sealed === null) return null;
        const text = sealer.open(owner, sealed);
        if (text === undefined) throw new Error(`guest ${id} cannot be opened: GUEST_DATA_SECRET is another`);
        return text;
      };
      const email = opened(ownerOf(tenantId, 'email'), row.emailSealed) ?? '';
      const field = (name: Field, sealed: string | null) => opened(ownerOf(tenantId, name, email), sealed);
      const details = field('details', row.detailsSealed);
      return {
        email,
        name: field('name', row.nameSealed),
        phone: field('phone', row.phoneSealed),
        language: field('language', row.languageSealed),
        ...(details === null ? noGuestDetails : (JSON.parse(details) as GuestDetails)),
      };
    },
    sealExport: (tenantId, exportId, part, text) =>
      exports.seal(ownerOf(tenantId, exportId, `${part}`), text),
    openExport: (tenantId, exportId, part, sealed) =>
      exports.open(ownerOf(tenantId, exportId, `${part}`), sealed),
  };
}

function hasDetails({ notes, metadata, consents }: GuestDetails): boolean {
  return notes !== null || Object.keys(metadata).length > 0 || consents.length > 0;
}

/** JSON delimits the parts, so two owners never have the same text. */
function ownerOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
