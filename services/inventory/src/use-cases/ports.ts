import type { Refusal, Result, StayWindow } from '@lodging/kernel';
import type {
  ClaimRefusal,
  ClaimState,
  ClaimSubject,
  ReleaseReason,
  Decision,
  ClaimContext,
} from '../domain/claim.ts';
import type { KnownBlock, Place } from '../domain/block.ts';
import type { PricingEntry, PricingOfPlan } from '../domain/check-pricing.ts';
import type { PublishedRate } from '../domain/exchange-rate.ts';
import type { ClaimKind, Taken } from '../domain/peak-units.ts';
import type { CalendarFacts } from '../domain/calendar.ts';
import type { Days } from '../domain/paint-days.ts';
import type { StayFacts } from '../domain/quote-stay.ts';
import type { RatePlan, ResourceConfig, ResourceKind, Restriction, RoomType } from '../domain/resource.ts';
import type { BlockPlan } from '../domain/replace-blocks.ts';
import type { RestrictionOfPlan } from '../domain/restrict-plans.ts';
import type { BulkChange, BulkScene, BulkWish } from '../domain/set-bulk-rates.ts';
import type { Span, Stay } from '../domain/stay.ts';

/** A resource as its owner sees it. */
export interface ResourceRecord {
  readonly id: string;
  readonly kind: ResourceKind;
  readonly name: string;
  readonly slug: string;
  readonly capacity: number;
  readonly currency: string;
  readonly timezone: string;
  readonly units: number;
  readonly photoUrls: readonly string[];
  readonly roomType: RoomType | null;
  readonly ratePlans: readonly RatePlan[];
}

export interface NewResource extends Omit<ResourceRecord, 'roomType' | 'ratePlans'> {
  readonly roomTypeId: string | undefined;
}
export type ResourceChanges = Partial<Omit<NewResource, 'id' | 'kind' | 'currency'>>;

/** Where a page ended: the creation to the microsecond, as text, so that no row is lost between two pages. */
export interface Position {
  readonly createdAt: string;
  readonly id: string;
}
export interface PageWanted {
  readonly limit: number;
  readonly after: Position | null;
}
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextAfter: Position | null;
}

export interface RoomTypes {
  add(tenantId: string, roomType: RoomType): Promise<Result<RoomType, Refusal<'code_taken'>>>;
  /** Room types are never deleted, so what is there stays there. */
  has(tenantId: string, roomTypeId: string): Promise<boolean>;
  list(tenantId: string, page: PageWanted): Promise<Page<RoomType>>;
}

/** Undefined: there is no such resource. */
type Decide<T> = (resource: ResourceRecord | undefined) => Result<T>;

export interface Resources {
  add(tenantId: string, resource: NewResource): Promise<Result<ResourceRecord, Refusal<'slug_taken'>>>;
  read(tenantId: string, resourceId: string): Promise<ResourceRecord | undefined>;
  list(tenantId: string, page: PageWanted): Promise<Page<ResourceRecord>>;
  change(
    tenantId: string,
    resourceId: string,
    decide: Decide<ResourceChanges>,
  ): Promise<Result<ResourceRecord>>;
}

/** Each change is one with the resource's version, so that no copy of its configuration outlives it. */
export interface Plans {
  change(
    tenantId: string,
    resourceId: string,
    decide: Decide<readonly RatePlan[]>,
  ): Promise<Result<ResourceRecord>>;
}

export interface Prices {
  read(tenantId: string, resourceId: string): Promise<readonly PricingEntry[] | undefined>;
  change(
    tenantId: string,
    resourceId: string,
    decide: Decide<readonly PricingOfPlan[]>,
  ): Promise<Result<readonly PricingEntry[]>>;
}

export interface RestrictionRecord extends Restriction {
  readonly id: string;
  readonly ratePlanCode: string;
  /** Null where it was set by dates. */
  readonly fromAt: Temporal.Instant | null;
  readonly toAt: Temporal.Instant | null;
}
export interface RestrictionList {
  readonly timezone: string;
  readonly restrictions: readonly RestrictionRecord[];
}

export interface Restrictions {
  read(tenantId: string, resourceId: string): Promise<RestrictionList | undefined>;
  /** Replaces whatever the plans of the decided restrictions had. */
  change(
    tenantId: string,
    resourceId: string,
    decide: Decide<readonly RestrictionOfPlan[]>,
  ): Promise<Result<RestrictionList>>;
}

/** Changes many resources in one commit, each with its version. */
export interface BulkRates {
  change(
    tenantId: string,
    wish: BulkWish,
    decide: (scene: BulkScene) => Result<BulkChange>,
  ): Promise<Result<BulkChange>>;
}

export interface FxRates {
  put(tenantId: string, rates: readonly PublishedRate[]): Promise<void>;
}

/** Reads what a stay is judged by, all of one moment. Undefined: there is no such resource. */
export interface Stays {
  find(
    tenantId: string,
    resourceId: string,
    window: StayWindow,
  ): Promise<
    | {
        readonly resource: ResourceConfig;
        /** What the window is at the resource. */
        readonly stay: Stay;
        readonly taken: readonly Taken[];
      }
    | undefined
  >;
  findWithPrices(
    tenantId: string,
    resourceId: string,
    window: StayWindow,
    wanted: {
      readonly ratePlanId: string | undefined;
      readonly displayCurrency: string | undefined;
      readonly now: Temporal.Instant;
    },
  ): Promise<StayFacts | undefined>;
}

/** Reads what a calendar is made of, all of one moment. Undefined: there is no such resource. */
export interface Calendars {
  /** Differs from every other mark whose calendar of the same window would differ. */
  mark(tenantId: string, resourceId: string, window: StayWindow): Promise<string | undefined>;
  find(
    tenantId: string,
    resourceId: string,
    window: StayWindow,
  ): Promise<(CalendarFacts & { readonly mark: string }) | undefined>;
  findRates(
    tenantId: string,
    resourceId: string,
    days: Days,
  ): Promise<Pick<CalendarFacts, 'resource' | 'ownRates'> | undefined>;
}

/** Remembers the ETags of calendars that were made before, by what they were made of. */
export interface CalendarEtags {
  find(key: string): string | undefined;
  make(key: string, calendar: unknown): string;
}

export interface CapacityRecord {
  readonly kind: ResourceKind;
  readonly timezone: string;
  readonly currency: string;
  readonly units: number;
  readonly blocks: readonly (Span & { readonly units: number })[];
}
export interface Capacity {
  /** Every resource, with its blocks from outside around the days. */
  read(tenantId: string, days: Days): Promise<readonly CapacityRecord[]>;
}

/** What another calendar is told to keep free: a confirmed stay, or a whole block from outside. */
export interface Occupied extends Span {
  readonly id: string;
  readonly kind: ClaimKind;
  readonly changedAt: Temporal.Instant;
  /** How often it was moved. */
  readonly sequence: number;
}
export interface Occupancies {
  /** Whatever lies in the span, in order, without the blocks of the connection named. */
  read(
    tenantId: string,
    resourceId: string,
    span: Span,
    excludeConnectionId: string | undefined,
  ): Promise<
    | {
        readonly resource: Pick<ResourceRecord, 'id' | 'kind' | 'name' | 'timezone'>;
        readonly occupied: readonly Occupied[];
      }
    | undefined
  >;
}

/** An event whose effect is committed with the mark that it was seen. */
export interface Seen {
  readonly consumer: string;
  readonly eventId: string;
}

export type Locked = Refusal<'resource_locked'>;

/** One whole set of blocks of one connection. */
export interface BlockStep {
  readonly connectionId: string;
  readonly sequence: number;
  readonly resourceIds: readonly string[];
  readonly keys: readonly string[];
  readonly livemode: boolean;
}
/** What a step is decided on, behind the lock of its connection. */
export interface BlockScene {
  /** Every resource that is named, now or by a known block, with this moment on its axis by the database's clock. */
  readonly places: ReadonlyMap<string, Place & { readonly now: number }>;
  /** Every block of the connection that is not over, and those over that are named again. */
  readonly known: readonly KnownBlock[];
}
export interface Blocks {
  /** Undefined: a later step was taken before. All in one commit, with the conflicts that it brings. */
  replace(
    tenantId: string,
    step: BlockStep,
    decide: (scene: BlockScene) => Result<BlockPlan>,
  ): Promise<Result<BlockPlan | undefined>>;
}

/** Decides one claim after the other on each resource. */
export interface Claims {
  change(
    tenantId: string,
    subject: ClaimSubject,
    decide: (scene: ClaimContext) => Decision,
  ): Promise<Result<ClaimState, ClaimRefusal | Locked>>;
  /** False: the claim stands, because `mayRelease` said so. */
  release(
    tenantId: string,
    claim: { readonly claimId: string; readonly resourceId: string; readonly reason: ReleaseReason },
    mayRelease: (own: { readonly state: ClaimState } | undefined) => boolean,
    seen?: Seen,
  ): Promise<Result<boolean, Locked>>;
  /** The units stay taken; a block over them concerns nobody any more. */
  recordDeparture(tenantId: string, claimId: string, seen: Seen): Promise<void>;
}
