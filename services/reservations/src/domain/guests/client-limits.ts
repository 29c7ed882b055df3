import { refuse } from '@lodging/kernel';
import { localDaysIn } from '../stay/local-days.ts';
import type { Stay } from '../stay/reservation.ts';
import { nightsOfStay } from '../stay/stay-nights.ts';

/** The limits of one client of a publishable key. Null: no limit. */
export interface HoldLimit {
  readonly maxOpenHolds: number | null;
  readonly maxUnitNights: number | null;
}

/** A hold that counts against the limits of its key and of its client. */
export interface LimitedHold {
  readonly keyId: string | null;
  /** Hashes of publishable key and client network, widest first. */
  readonly networks: readonly [widest: string, ...narrower: string[]];
  readonly unitNights: number;
  /** Unit-nights of holds whose guest is verified do not count, and one hold is always possible. */
  readonly countsUnverifiedOnly: boolean;
  /** Of each of `networks`. */
  readonly networkLimits: readonly HoldLimit[];
  /** Of all networks together. */
  readonly keyLimit: HoldLimit;
}

export const NO_LIMIT: HoldLimit = { maxOpenHolds: null, maxUnitNights: null };

const LEAST_UNIT_NIGHTS = 60;
const NIGHTS_OF_EACH_UNIT = 7;

/** Unit-nights that follow the size of the property: those of a week, within bounds. */
export function unitNightsOfSize(units: number, most: number): number {
  return Math.min(most, Math.max(LEAST_UNIT_NIGHTS, NIGHTS_OF_EACH_UNIT * units));
}

export function multiplied({ maxOpenHolds, maxUnitNights }: HoldLimit, factor: number): HoldLimit {
  return {
    maxOpenHolds: maxOpenHolds === null ? null : maxOpenHolds * factor,
    maxUnitNights: maxUnitNights === null ? null : maxUnitNights * factor,
  };
}

export function hasLimit({ maxOpenHolds, maxUnitNights }: HoldLimit): boolean {
  return maxOpenHolds !== null || maxUnitNights !== null;
}

export function unitNightsOf({ window, timeZone, roomTypeId, quantity }: Stay): number {
  const period = {
    startsAt: window.from.epochMilliseconds,
    endsAt: window.to.epochMilliseconds,
    isGeneric: roomTypeId === null,
  };
  const { first, end } = nightsOfStay(period, localDaysIn(timeZone));
  return (end - first) * quantity;
}

/** The party that has reached its limit: a client network, or all networks of a key. */
export type LimitedBy = 'client' | 'key';

export function tooManyHolds(limitedBy: LimitedBy, retryAfterSeconds: number) {
  const whose = limitedBy === 'key' ? 'this key' : 'this key and address';
  return refuse('rate_limited', `Too many holds are open for ${whose}.`, { retryAfterSeconds });
}
