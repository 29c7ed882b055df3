import type { Metadata } from '../stay/metadata.ts';

/** What the guest agreed to, or refused. */
export interface Consent {
  readonly purpose: string;
  readonly given: boolean;
  readonly at: string;
  readonly source: string;
}

/** What a booking knows of its guest. */
export interface BookedGuest {
  readonly email: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly language: string | null;
}

/** What the operator keeps with the profile. */
export interface GuestDetails {
  readonly notes: string | null;
  readonly metadata: Metadata;
  readonly consents: readonly Consent[];
}

export const noGuestDetails: GuestDetails = { notes: null, metadata: {}, consents: [] };

/** The fields of a profile that are personal. An erased guest has none of them. */
export interface GuestProfile extends Omit<BookedGuest, 'email'>, GuestDetails {
  readonly email: string | null;
}

export const erasedProfile: GuestProfile = {
  email: null,
  name: null,
  phone: null,
  language: null,
  ...noGuestDetails,
};

/** The bookings of a guest in every state. */
export interface StaysOfGuest {
  readonly staysCount: number;
  readonly firstStayAt: Temporal.Instant | null;
  readonly lastStayAt: Temporal.Instant | null;
}

/** The profile of one e-mail address at one tenant. */
export interface Guest extends GuestProfile, StaysOfGuest {
  readonly tenantId: string;
  readonly id: string;
  readonly livemode: boolean;
  readonly verifiedAt: Temporal.Instant | null;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
  readonly erasedAt: Temporal.Instant | null;
}

export function bookedGuestOf(booking: {
  readonly guestEmail: string | null;
  readonly guestName: string | null;
  readonly guestPhone: string | null;
  readonly guestLanguage: string | null;
}): BookedGuest | undefined {
  const { guestEmail: email, guestName: name, guestPhone: phone, guestLanguage: language } = booking;
  return email === null ? undefined : { email, name, phone, language };
}
