import type { ListPosition, Page, Refusal, Result } from '@lodging/kernel';
import type { KnownPolicies } from '../domain/cancellation-policy.ts';
import type { LiveClaims } from '../domain/check-units.ts';
import type { RatePlan, ResourceKind, RoomType } from '../domain/resource.ts';
import type { SaleTerms } from '../domain/sale-terms.ts';

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
export type Decide<T> = (resource: ResourceRecord | undefined, policies: KnownPolicies) => Result<T>;

/** Of the policies that a change names. They stay as they are until its commit. */
export type PolicyCodes = readonly string[];

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
