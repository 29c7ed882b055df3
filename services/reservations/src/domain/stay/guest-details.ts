/**
 * The personal fields of the guest that are sealed at rest: in no event and in no log line. A sealed guest has them in this
 * order, so that a new one is the last.
 */
export const SEALED_DETAILS = [
  'guestEmail',
  'guestName',
  'guestPhone',
  'arrivalTime',
  'guestMessage',
] as const;

export type SealedGuest = Readonly<Record<(typeof SEALED_DETAILS)[number], string | null>>;

export const noGuest: SealedGuest = sealedGuestOf(() => null);

/** From the value of each field, by its name and place. */
export function sealedGuestOf(
  valueOf: (name: keyof SealedGuest, place: number) => string | null,
): SealedGuest {
  return Object.fromEntries(SEALED_DETAILS.map((name, place) => [name, valueOf(name, place)])) as SealedGuest;
}
