import type { BookingDetails } from '../stay/reservation.ts';

type Searched = Pick<BookingDetails, 'guestEmail' | 'guestName' | 'externalReference'>;

/** Lengths of the beginnings that are stored. Bookings of earlier releases have those of 5 and 10 characters too. */
const LENGTHS = [3, 4, 6, 8, 12, 16, 24, 32, 48, 64] as const;

const MIN_SEARCH_LENGTH = LENGTHS[0];

/** The beginnings by which a booking is found. */
export function searchPrefixes(details: Searched): string[] {
  const prefixes = searchedTexts(details).flatMap((text) =>
    LENGTHS.filter((length) => length <= text.length).map((length) => text.slice(0, length)),
  );
  return [...new Set(prefixes)];
}

/** The longest stored beginning of what is searched for; it finds all that matches, and perhaps more. */
export function storedPrefix(query: string): string {
  const wanted = fold(query);
  return wanted.slice(0, LENGTHS.findLast((one) => one <= wanted.length) ?? MIN_SEARCH_LENGTH);
}

export function matchesSearch(details: Searched, query: string): boolean {
  const wanted = fold(query);
  return searchedTexts(details).some((text) => text.startsWith(wanted));
}

/** The address, each word of the name, and the reference. */
function searchedTexts({ guestEmail, guestName, externalReference }: Searched): string[] {
  const words = (guestName ?? '').split(/\s+/u);
  return [guestEmail ?? '', ...words, externalReference ?? ''].map(fold).filter((text) => text !== '');
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
