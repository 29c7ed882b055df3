import type { StayWindow } from '@lodging/kernel';
import type { CalendarSnapshot } from '../domain/calendar/calendar.ts';
import type { ResourceConfig } from '../domain/resources/resource.ts';
import type { StaySnapshot } from '../domain/stays/quote-stay.ts';
import type { DayRange } from '../domain/time/range-by-day.ts';
import type { Span, Stay } from '../domain/time/stay.ts';
import type { ClaimKind, TakenUnits } from '../domain/units/peak-units.ts';
import type { ResourceCapacity } from '../domain/blocks/resource-capacity.ts';
import type { ResourceRecord } from './resources.ts';

/** Reads that take much memory run in turn; a live tenant and its sandbox are one owner. */
export interface Reader {
  readonly tenantId: string;
  readonly ownerId: string;
}

/** More than whose units are computed: such a read ends before its time is over. */
export type TooManyClaims = 'too-many-claims';

/** Reads are consistent: configuration and claims are of one moment. Undefined, here and below: there is no such resource. */
export interface StayRepository {
  find(
    reader: Reader,
    resourceId: string,
    window: StayWindow,
  ): Promise<
    | {
        readonly resource: ResourceConfig;
        /** The window on the axis of the resource. */
        readonly stay: Stay;
        readonly taken: readonly TakenUnits[];
      }
    | TooManyClaims
    | undefined
  >;
  findWithPrices(
    reader: Reader,
    resourceId: string,
    window: StayWindow,
    options: {
      readonly ratePlanId: string | undefined;
      readonly displayCurrency: string | undefined;
      readonly now: Temporal.Instant;
      /** The claim whose units count as free: the booking is changed. */
      readonly exceptClaim?: string;
    },
  ): Promise<(StaySnapshot & { readonly stay: Stay }) | TooManyClaims | undefined>;
}

export interface CalendarRepository {
  /**
   * The version of a calendar: two calendars of one window and version are equal. Cheaper than reading the calendar; null
   * where it would not be, because the claims are too many.
   */
  findVersion(tenantId: string, resourceId: string, window: StayWindow): Promise<string | null | undefined>;
  find(
    reader: Reader,
    resourceId: string,
    window: StayWindow,
  ): Promise<(CalendarSnapshot & { readonly version: string }) | TooManyClaims | undefined>;
  findNightlyRates(
    reader: Reader,
    resourceId: string,
    days: DayRange,
  ): Promise<Pick<CalendarSnapshot, 'resource' | 'nightlyRates'> | undefined>;
}

export interface CapacityRepository {
  /** Every resource, with its blocks around the days. */
  list(tenantId: string, days: DayRange): Promise<readonly ResourceCapacity[]>;
}

/** A confirmed stay or a block. */
export interface OccupancyEntry extends Span {
  readonly id: string;
  readonly kind: ClaimKind;
  readonly changedAt: Temporal.Instant;
  /** How often its dates changed. */
  readonly sequence: number;
}

export interface Occupancy {
  readonly resource: Pick<ResourceRecord, 'id' | 'kind' | 'name' | 'timezone'>;
  readonly entries: readonly OccupancyEntry[];
}

export interface OccupancyRepository {
  /** The entries that overlap the span, by start, without the blocks of `excludeConnectionId`. */
  find(
    tenantId: string,
    resourceId: string,
    span: Span,
    excludeConnectionId: string | undefined,
  ): Promise<Occupancy | undefined>;
}
