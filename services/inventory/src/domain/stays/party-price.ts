import type { ChildBand, OccupancyPricing } from '../resources/resource.ts';
import { ASSUMED_AGE } from '../rules/guests.ts';
import type { Party } from '../units/occupancy-rules.ts';
import { NEUTRAL_BPS } from './night-amount.ts';

/** What a party makes of each night of one unit. */
export interface PartyPrice {
  readonly multiplierBps: number;
  /** Added to the night; no factor of the night acts on it. */
  readonly extraGuestsMinorUnits: bigint;
}

export const INCLUDED_PARTY: PartyPrice = { multiplierBps: NEUTRAL_BPS, extraGuestsMinorUnits: 0n };

export interface PricedParty extends Party {
  /** One for each child; undefined where they were not given. */
  readonly childAges?: readonly number[] | undefined;
}

/** For a party that is divisible over its units: each unit is priced for its share. */
export function partyPrice(occupancy: OccupancyPricing | undefined, party: PricedParty): PartyPrice {
  if (occupancy === undefined) return INCLUDED_PARTY;
  const { partySize, quantity, children = 0, childAges } = party;
  const adults = (partySize - children) / quantity;
  const ages = childAges ?? Array.from({ length: children }, () => ASSUMED_AGE);
  const extraAdults = Math.max(0, adults - occupancy.includedAdults);
  return {
    multiplierBps: adults === 1 && children === 0 ? occupancy.singleAdultMultiplierBps : NEUTRAL_BPS,
    extraGuestsMinorUnits:
      BigInt(extraAdults) * occupancy.extraAdultMinorUnits + childrenAmount(occupancy, ages),
  };
}

/** For the adults that the base amount includes. */
export function includedPartyPrice(occupancy: OccupancyPricing | undefined): PartyPrice {
  if (occupancy === undefined) return INCLUDED_PARTY;
  return partyPrice(occupancy, { partySize: occupancy.includedAdults, quantity: 1 });
}

/** Several units are priced only for adults who are as many in each of them. */
export function isDivisible(
  occupancy: OccupancyPricing | undefined,
  { partySize, quantity, children = 0 }: Party,
): boolean {
  return occupancy === undefined || quantity === 1 || (children === 0 && partySize % quantity === 0);
}

/** The dearest children are included first. */
function childrenAmount(
  { children: bands, includedChildren }: OccupancyPricing,
  ages: readonly number[],
): bigint {
  if (ages.length <= includedChildren || bands.length === 0) return 0n;
  const amounts = ages.map((age) => amountOfAge(bands, age));
  return amounts
    .toSorted((one, other) => (one > other ? -1 : Number(one < other)))
    .slice(includedChildren)
    .reduce((sum, amount) => sum + amount, 0n);
}

function amountOfAge(bands: readonly ChildBand[], age: number): bigint {
  return bands.find(({ fromAge, toAge }) => fromAge <= age && age <= toAge)?.amountMinorUnits ?? 0n;
}
