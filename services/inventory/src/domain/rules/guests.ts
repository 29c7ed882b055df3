/** The guests, as far as taxes by age need them. */
export interface Guests {
  /** The whole party, persons of one age together. */
  readonly byAge: readonly { readonly age: number; readonly persons: number }[];
  /** The number of children of unknown age among them. */
  readonly assumedAges: number;
}

const ADULT_AGE = 18;
/** The age of a child whose age was not given, so that a missing age charges nothing. */
export const ASSUMED_AGE = 0;

export function guestsOf({
  partySize,
  children = 0,
  childAges,
}: {
  readonly partySize: number;
  readonly children?: number | undefined;
  readonly childAges?: readonly number[] | undefined;
}): Guests {
  const assumedAges = childAges === undefined ? children : 0;
  const byAge = [
    { age: ADULT_AGE, persons: partySize - children },
    { age: ASSUMED_AGE, persons: assumedAges },
    ...(childAges ?? []).map((age) => ({ age, persons: 1 })),
  ];
  return { byAge: byAge.filter(({ persons }) => persons > 0), assumedAges };
}
