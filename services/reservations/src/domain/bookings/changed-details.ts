import { SEALED_DETAILS } from '../stay/guest-details.ts';
import type { SealedGuest } from '../stay/guest-details.ts';
import type { BookingDetails } from '../stay/reservation.ts';

export type PlainDetail = keyof SealedGuest | 'externalReference' | 'notes' | 'guestLanguage';

/** The details that are one value each. */
export const PLAIN_DETAILS: readonly PlainDetail[] = [
  'externalReference',
  'notes',
  ...SEALED_DETAILS,
  'guestLanguage',
];

/** The names of the details that differ. */
export function changedDetails(before: BookingDetails, after: BookingDetails): string[] {
  const plain = PLAIN_DETAILS.filter((name) => before[name] !== after[name]);
  return isSameMetadata(before, after) ? [...plain] : ['metadata', ...plain];
}

function isSameMetadata({ metadata: one }: BookingDetails, { metadata: other }: BookingDetails): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => one[key] === other[key]);
}
