import type { BookingCreateParams } from '@lodging/client';
import type { OneBooking } from '../../api/records.ts';

export type PaymentChoice = 'desk' | 'property' | 'link';

/** What was typed of the guest. */
export interface Draft {
  readonly email: string;
  readonly hasNoEmail: boolean;
  readonly name: string;
  readonly phone: string;
  readonly language: string;
  readonly reference: string;
  readonly notes: string;
  readonly payment: PaymentChoice;
  /** Where the guest comes back to after a payment online; null: the first allowed address. */
  readonly returnTo: string | null;
  /** The reason, by the code of the tax. */
  readonly exemptions: Readonly<Record<string, string>>;
}

export const NO_DRAFT: Draft = {
  email: '',
  hasNoEmail: false,
  name: '',
  phone: '',
  language: '',
  reference: '',
  notes: '',
  payment: 'property',
  returnTo: null,
  exemptions: {},
};

/** The same guest once more. */
export function draftLike({ guestEmail, guestName, guestPhone, guestLanguage }: OneBooking): Draft {
  return {
    ...NO_DRAFT,
    email: guestEmail ?? '',
    hasNoEmail: guestEmail === null,
    name: guestName ?? '',
    phone: guestPhone ?? '',
    language: guestLanguage ?? '',
  };
}

const filled = <Fields extends Readonly<Record<string, string>>>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  ) as Partial<Fields>;

/** What a booking and a PATCH of a held stay both take. */
export function detailsOf({ name, phone, language, notes }: Draft) {
  return filled({ guestName: name, guestPhone: phone, guestLanguage: language, notes });
}

/** The rest of a booking that is confirmed at once. */
export function bookingOf(
  draft: Draft,
): Pick<BookingCreateParams, 'guestEmail'> & Partial<BookingCreateParams> {
  const exemptions = Object.entries(draft.exemptions).map(([code, reason]) => ({ code, reason }));
  return {
    guestEmail: draft.hasNoEmail ? null : draft.email.trim(),
    ...detailsOf(draft),
    ...filled({ externalReference: draft.reference }),
    ...(draft.payment === 'desk' ? { paidOffline: true } : { payAtProperty: true as const }),
    ...(exemptions.length > 0 && { taxExemptions: exemptions }),
  };
}
