import type { BookingDetails } from './reservation.ts';

/** The details that are one value each. The e-mail address is the guest's to verify. */
export const PLAIN_DETAILS = [
  'externalReference',
  'notes',
  'guestName',
  'guestPhone',
  'guestLanguage',
] as const satisfies readonly (keyof BookingDetails)[];

/** The names of the details that differ. */
export function changedDetails(before: BookingDetails, after: BookingDetails): string[] {
  const plain = PLAIN_DETAILS.filter((name) => before[name] !== after[name]);
  return isSameMetadata(before, after) ? [...plain] : ['metadata', ...plain];
}

function isSameMetadata({ metadata: one }: BookingDetails, { metadata: other }: BookingDetails): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => one[key] === other[key]);
}
