import type { ListPosition, Page, Refusal, Result, Translated } from '@lodging/kernel';
import type { LiveClaims } from '../domain/claims/check-units.ts';
import type { RatePlan, RoomType } from '../domain/resources/resource.ts';
import type { ResourceKind } from '../domain/time/resource-kind.ts';
import type { KnownPolicies } from '../domain/rules/cancellation-policy.ts';
import type { SaleTerms } from '../domain/rules/sale-terms.ts';

/** A resource with its room type and its rate plans. */
export interface ResourceRecord extends SaleTerms, Translated {
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

/** The items of a page with their positions, and a flag if the list continues. */
export interface ListPage<T, Position = ListPosition> {
  readonly rows: readonly { readonly item: T; readonly position: Position }[];
  readonly hasMore: boolean;
}

export interface RoomTypeRepository {
  /** Creations are decided one after the other. */
  insert(
    tenantId: string,
    decide: (count: number) => Result<RoomType>,
  ): Promise<Result<RoomType, Refusal | Refusal<'code_taken'>>>;
  /** Room types are never deleted, so a positive answer stays true. */
  exists(tenantId: string, roomTypeId: string): Promise<boolean>;
  list(tenantId: string, page: Page): Promise<ListPage<RoomType>>;
}

/**
 * Decides a change of one resource on its stored state, under the lock of its row. Undefined: there is no such resource.
 * The change and the new `config_version` of the resource are one commit, so cached configurations become invalid with it.
 */
export type Decide<T> = (resource: ResourceRecord | undefined, policies: KnownPolicies) => Result<T>;

/** The same with what else decides the change, as it is stored. */
export type DecideStored<T, Stored> = (resource: ResourceRecord | undefined, stored: Stored) => Result<T>;

/** Of the policies that a change names. They stay as they are until its commit. */
export type PolicyCodes = readonly string[];

/** The facts that decide a change of a resource. */
export interface UpdateReads {
  /** Claims are read for a change to so many, under their lock: none is made until the commit. */
  readonly units: number | undefined;
  readonly onSale: boolean;
}

export interface UpdateFacts {
  readonly claims: LiveClaims | undefined;
  readonly onSale: number | undefined;
}

/** `onSale` counts the resources of the tenant that are not archived: creations and restorations are decided one by one. */
export interface ResourceRepository {
  insert(
    tenantId: string,
    codes: PolicyCodes,
    decide: (policies: KnownPolicies, onSale: number) => Result<NewResource>,
  ): Promise<Result<ResourceRecord>>;
  find(tenantId: string, resourceId: string): Promise<ResourceRecord | undefined>;
  /** The archived ones alone, or all others. */
  list(tenantId: string, page: Page & { readonly archived: boolean }): Promise<ListPage<ResourceRecord>>;
  /** Of all resources but the archived ones. */
  countUnitsForSale(tenantId: string): Promise<number>;
  update(
    tenantId: string,
    resourceId: string,
    codes: PolicyCodes,
    read: UpdateReads,
    decide: (
      resource: ResourceRecord | undefined,
      policies: KnownPolicies,
      stored: UpdateFacts,
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
