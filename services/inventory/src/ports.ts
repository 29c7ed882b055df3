import type {
  CancellationPolicy,
  Clock,
  ListPosition,
  NewId,
  Page,
  Refusal,
  Result,
  StayWindow,
} from '@lodging/kernel';
import type { BlockedResource, StoredBlock } from './domain/block.ts';
import type { BulkRateChange, BulkRateContext, BulkRateRequest } from './domain/bulk-rates.ts';
import type { CalendarSnapshot } from './domain/calendar.ts';
import type { KnownPolicies, StoredPolicy } from './domain/cancellation-policy.ts';
import type { PlanPricing, PricingEntry } from './domain/check-pricing.ts';
import type { LiveClaims } from './domain/check-units.ts';
import type {
  ClaimContext,
  ClaimDecision,
  ClaimRefusal,
  ClaimRequest,
  ClaimState,
  ReleaseReason,
} from './domain/claim.ts';
import type { PublishedRate } from './domain/exchange-rate.ts';
import type { ClaimKind, TakenUnits } from './domain/peak-units.ts';
import type { BlockChanges } from './domain/plan-block-changes.ts';
import type { StaySnapshot } from './domain/quote-stay.ts';
import type { DayRange } from './domain/range-by-day.ts';
import type { RatePlan, ResourceConfig, ResourceKind, Restriction, RoomType } from './domain/resource.ts';
import type { PlanRestriction } from './domain/restrictions.ts';
import type { SaleTerms } from './domain/sale-terms.ts';
import type { ResourceAxis, Span, Stay } from './domain/stay.ts';
import type { TaxRule } from './domain/tax-rule.ts';
import type { AlternativeRepository } from './ports/alternatives.ts';
import type { SandboxRepository } from './ports/sandbox.ts';
import type { SearchRepository } from './ports/search.ts';

/** What the use cases need; each takes its part of it. */
export interface InventoryDeps {
  readonly roomTypes: RoomTypeRepository;
  readonly resources: ResourceRepository;
  readonly ratePlans: RatePlanRepository;
  readonly pricing: PricingRepository;
  readonly restrictions: RestrictionRepository;
  readonly bulkRates: BulkRateRepository;
  readonly taxRules: TaxRuleRepository;
  readonly policies: PolicyRepository;
  readonly sandboxes: SandboxRepository;
  readonly fxRates: FxRateRepository;
  readonly stays: StayRepository;
  readonly searches: SearchRepository;
  readonly alternatives: AlternativeRepository;
  readonly calendars: CalendarRepository;
  readonly capacity: CapacityRepository;
  readonly occupancy: OccupancyRepository;
  readonly claims: ClaimRepository;
  readonly blocks: BlockRepository;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Lets other requests of the process run. */
  readonly yieldToOthers: () => Promise<void>;
  /** Of a refusal that is answered without the alternatives that were asked for. */
  readonly reportNoAlternatives: (error: unknown, requestId: string) => void;
}

// ---- Resources, rate plans and prices ----

/** A resource with its room type and its rate plans. */
export interface ResourceRecord extends SaleTerms {
  readonly id: string;
  readonly kind: ResourceKind;
  readonly name: string;
  readonly slug: string;
  readonly capacity: number;
  readonly currency: string;
  readonly timezone: string;
  readonly units: number;
  readonly photoUrls: readonly string[];
  /** Local times, `HH:MM`. */
  readonly checkInTime: string;
  readonly checkOutTime: string;
  readonly description: string | null;
  /** In order, each once. */
  readonly features: readonly string[];
  /** Since when it is off sale; null: it is on sale. */
  readonly archivedAt: Temporal.Instant | null;
  readonly roomType: RoomType | null;
  readonly ratePlans: readonly RatePlan[];
}

export interface NewResource extends Omit<ResourceRecord, 'roomType' | 'ratePlans'> {
  readonly roomTypeId?: string | undefined;
}
export type ResourceChanges = Partial<Omit<NewResource, 'id' | 'kind' | 'currency'>>;

export interface ListPage<T> {
  readonly items: readonly T[];
  readonly nextAfter: ListPosition | null;
}

export interface RoomTypeRepository {
  insert(tenantId: string, roomType: RoomType): Promise<Result<RoomType, Refusal<'code_taken'>>>;
  /** Room types are never deleted, so a positive answer stays true. */
  exists(tenantId: string, roomTypeId: string): Promise<boolean>;
  list(tenantId: string, page: Page): Promise<ListPage<RoomType>>;
}

/**
 * Decides a change of one resource on its stored state, under the lock of its row. Undefined: there is no such resource.
 * The change and the new `config_version` of the resource are one commit, so cached configurations become invalid with it.
 */
type Decide<T> = (resource: ResourceRecord | undefined, policies: KnownPolicies) => Result<T>;

/** Of the policies that a change names. They stay as they are until its commit. */
type PolicyCodes = readonly string[];

export interface ResourceRepository {
  insert(
    tenantId: string,
    codes: PolicyCodes,
    decide: (policies: KnownPolicies) => Result<NewResource>,
  ): Promise<Result<ResourceRecord>>;
  find(tenantId: string, resourceId: string): Promise<ResourceRecord | undefined>;
  /** The archived ones alone, or all others. */
  list(tenantId: string, page: Page & { readonly archived: boolean }): Promise<ListPage<ResourceRecord>>;
  update(
    tenantId: string,
    resourceId: string,
    codes: PolicyCodes,
    decide: Decide<ResourceChanges>,
  ): Promise<Result<ResourceRecord>>;
  /** The same under the lock of the claims: none is made until the commit. */
  updateUnits(
    tenantId: string,
    resourceId: string,
    codes: PolicyCodes,
    decide: (
      resource: ResourceRecord | undefined,
      policies: KnownPolicies,
      claims: LiveClaims,
    ) => Result<ResourceChanges>,
  ): Promise<Result<ResourceRecord>>;
}

export interface RatePlanRepository {
  /** Inserts or updates the decided plans; others stay. */
  upsert(
    tenantId: string,
    resourceId: string,
    codes: PolicyCodes,
    decide: Decide<readonly RatePlan[]>,
  ): Promise<Result<ResourceRecord>>;
}

export interface PricingRepository {
  find(tenantId: string, resourceId: string): Promise<readonly PricingEntry[] | undefined>;
  /** Replaces the prices of the decided plans; those of others stay. Returns all prices of the resource. */
  replace(
    tenantId: string,
    resourceId: string,
    decide: Decide<readonly PlanPricing[]>,
  ): Promise<Result<readonly PricingEntry[]>>;
}

export interface RestrictionRecord extends Restriction {
  readonly id: string;
  readonly ratePlanCode: string;
  /** The instants of the request; null where it had dates. */
  readonly fromAt: Temporal.Instant | null;
  readonly toAt: Temporal.Instant | null;
}
export interface RestrictionList {
  readonly timezone: string;
  readonly restrictions: readonly RestrictionRecord[];
}

export interface RestrictionRepository {
  find(tenantId: string, resourceId: string): Promise<RestrictionList | undefined>;
  /** Replaces all restrictions of the plans of the decided ones; those of other plans stay. */
  replace(
    tenantId: string,
    resourceId: string,
    decide: Decide<readonly PlanRestriction[]>,
  ): Promise<Result<RestrictionList>>;
}

export interface BulkRateRepository {
  /** Changes many resources, each with its version, in one commit. */
  apply(
    tenantId: string,
    request: BulkRateRequest,
    decide: (context: BulkRateContext) => Result<BulkRateChange>,
  ): Promise<Result<BulkRateChange>>;
}

// ---- Taxes and fees ----

/** The rules that apply, in their order, and the version of all that prices of the tenant have in common. */
export interface Catalog {
  readonly version: bigint;
  readonly taxRules: readonly TaxRule[];
  readonly policies: KnownPolicies;
}

/** A rule is identified by the `taxRuleKey` of its code. Each change raises the version of the catalogue in its commit. */
export interface TaxRuleRepository {
  find(tenantId: string, key: string): Promise<TaxRule | undefined>;
  list(
    tenantId: string,
    page: Page<string>,
  ): Promise<{ readonly items: readonly TaxRule[]; readonly nextAfter: string | null }>;
  /** Changes of one tenant are decided one after the other. */
  put(
    tenantId: string,
    key: string,
    decide: (stored: { readonly rule: TaxRule | undefined; readonly count: number }) => Result<TaxRule>,
  ): Promise<Result<TaxRule>>;
  /** False: there is no such rule. */
  delete(tenantId: string, key: string): Promise<Result<boolean>>;
}

// ---- Cancellation policies ----

/** A policy is identified by the `policyKey` of its code. Each change raises the version of the catalogue in its commit. */
export interface PolicyRepository {
  find(tenantId: string, key: string): Promise<CancellationPolicy | undefined>;
  list(
    tenantId: string,
    page: Page<string>,
  ): Promise<{ readonly items: readonly CancellationPolicy[]; readonly nextAfter: string | null }>;
  /** Changes of one tenant are decided one after the other. `count` is that of its current policies. */
  put(
    tenantId: string,
    key: string,
    decide: (stored: StoredPolicy & { readonly count: number }) => Result<CancellationPolicy>,
  ): Promise<Result<CancellationPolicy>>;
  /** False: there is no such policy. */
  delete(
    tenantId: string,
    key: string,
    decide: (stored: StoredPolicy) => Result<unknown>,
  ): Promise<Result<boolean>>;
}

export interface FxRateRepository {
  upsert(tenantId: string, rates: readonly PublishedRate[]): Promise<void>;
}

// ---- Reads that combine configuration and claims. Undefined: there is no such resource. ----

/** Reads are consistent: configuration and claims are of one moment. */
export interface StayRepository {
  find(
    tenantId: string,
    resourceId: string,
    window: StayWindow,
  ): Promise<
    | {
        readonly resource: ResourceConfig;
        /** The window on the axis of the resource. */
        readonly stay: Stay;
        readonly taken: readonly TakenUnits[];
      }
    | undefined
  >;
  findWithPrices(
    tenantId: string,
    resourceId: string,
    window: StayWindow,
    options: {
      readonly ratePlanId: string | undefined;
      readonly displayCurrency: string | undefined;
      readonly now: Temporal.Instant;
    },
  ): Promise<StaySnapshot | undefined>;
}

export interface CalendarRepository {
  /** The version of a calendar: two calendars of one window and version are equal. Cheaper than reading the calendar. */
  findVersion(tenantId: string, resourceId: string, window: StayWindow): Promise<string | undefined>;
  find(
    tenantId: string,
    resourceId: string,
    window: StayWindow,
  ): Promise<(CalendarSnapshot & { readonly version: string }) | undefined>;
  findNightlyRates(
    tenantId: string,
    resourceId: string,
    days: DayRange,
  ): Promise<Pick<CalendarSnapshot, 'resource' | 'nightlyRates'> | undefined>;
}

export interface ResourceCapacity extends ResourceAxis {
  readonly currency: string;
  /** From the local date of this moment on it has the capacity of its stays alone. */
  readonly archivedAt: Temporal.Instant | null;
  readonly units: number;
  readonly blocks: readonly (Span & { readonly units: number })[];
  /** Of an archived one: those that end later. */
  readonly stays: readonly (Span & { readonly units: number })[];
}
export interface CapacityRepository {
  /** Every resource, with its external blocks around the days. */
  list(tenantId: string, days: DayRange): Promise<readonly ResourceCapacity[]>;
}

/** A confirmed stay or an external block. */
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

// ---- Claims and external blocks ----

export type ResourceLocked = Refusal<'resource_locked'>;

/** An event that is marked as processed in the transaction of its effect. */
export interface InboxMark {
  readonly consumer: string;
  readonly eventId: string;
}

/** Decides the claims of a resource one after the other, across all processes. */
export interface ClaimRepository {
  claim(
    tenantId: string,
    request: ClaimRequest,
    decide: (context: ClaimContext) => ClaimDecision,
  ): Promise<Result<ClaimState, ClaimRefusal | ResourceLocked>>;
  /** False: the claim stays, because `mayRelease` refused it. */
  release(
    tenantId: string,
    claim: { readonly claimId: string; readonly resourceId: string; readonly reason: ReleaseReason },
    mayRelease: (existing: { readonly state: ClaimState } | undefined) => boolean,
    mark?: InboxMark,
  ): Promise<Result<boolean, ResourceLocked>>;
  /** The units stay taken, but a block over them is no conflict any more. */
  recordDeparture(tenantId: string, claimId: string, mark: InboxMark): Promise<void>;
}

/** All blocks of one connection at one time. */
export interface BlockSync {
  readonly connectionId: string;
  /** A sync with a lower sequence than the last one is ignored. */
  readonly sequence: number;
  readonly resourceIds: readonly string[];
  readonly keys: readonly string[];
  readonly livemode: boolean;
}
/** The stored data that decides a sync, read under the lock of the connection. */
export interface BlockSyncContext {
  /** Every resource of the sync or of a stored block, by id; `now` is that of the database. */
  readonly resources: ReadonlyMap<string, BlockedResource>;
  /** Every block of the connection that is not over, and those that are over and among the keys of the sync. */
  readonly stored: readonly StoredBlock[];
}
export interface BlockRepository {
  /** Writes the changes and publishes the conflicts they cause in one commit. Undefined: the sync is outdated. */
  replace(
    tenantId: string,
    sync: BlockSync,
    decide: (context: BlockSyncContext) => Result<BlockChanges>,
  ): Promise<Result<BlockChanges | undefined>>;
}
