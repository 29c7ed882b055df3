import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { policyCodesOf } from '../../domain/rules/cancellation-policy.ts';
import type { KnownPolicies } from '../../domain/rules/cancellation-policy.ts';
import { checkRoomType, checkSaleTerms, featureList } from '../../domain/resources/check-resource.ts';
import { checkUnits } from '../../domain/claims/check-units.ts';
import { resourceNotFound, roomTypeNotFound } from '../../domain/resources/resource.ts';
import { LIMITS, refuseGrowth } from '../../domain/resources/tenant-limits.ts';
import type { LimitReached } from '../../domain/resources/tenant-limits.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import type { ResourceChanges, ResourceRecord, UpdateFacts } from '../../ports/resources.ts';

export interface UpdateResource {
  readonly resourceId: string;
  readonly changes: Omit<ResourceChanges, 'archivedAt'>;
  /** Undefined leaves it on or off sale. */
  readonly archived?: boolean | undefined;
}

/** Units that claims take stay: a claim is checked against the new number, or the change against the claim. */
export async function updateResource(
  { resources, roomTypes, clock }: Pick<InventoryDeps, 'resources' | 'roomTypes' | 'clock'>,
  { tenantId }: RequestContext,
  { resourceId, changes: sent, archived }: UpdateResource,
): Promise<Result<ResourceRecord>> {
  const { roomTypeId, units } = sent;
  const changes = sent.features === undefined ? sent : { ...sent, features: featureList(sent.features) };
  const exists = roomTypeId === undefined || (await roomTypes.exists(tenantId, roomTypeId));
  const decide = (
    resource: ResourceRecord | undefined,
    policies: KnownPolicies,
    { claims, onSale }: UpdateFacts,
  ): Result<ResourceChanges> => {
    if (resource === undefined) return resourceNotFound;
    const invalid = checkRoomType(resource.kind, roomTypeId ?? resource.roomType?.id);
    if (invalid !== undefined) return invalid;
    if (!exists) return roomTypeNotFound;
    const inUse =
      units === undefined || claims === undefined ? undefined : checkUnits(resource, units, claims);
    if (inUse !== undefined) return inUse;
    const tooMany = archived === false ? refuseRestored(resource, onSale) : undefined;
    if (tooMany !== undefined) return tooMany;
    const moved = archived === undefined ? {} : { archivedAt: archivedAt(resource, archived, clock.now()) };
    return checkSaleTerms(resource, { ...changes, ...moved }, policies);
  };
  const read = { units, onSale: archived === false };
  return resources.update(tenantId, resourceId, policyCodesOf([changes]), read, decide);
}

/** One that is on sale counts already. */
function refuseRestored(resource: ResourceRecord, onSale = 0): LimitReached | undefined {
  const growth = { before: onSale, after: onSale + (resource.archivedAt === null ? 0 : 1) };
  return refuseGrowth(LIMITS.resources, growth);
}

/** Archiving again keeps the moment of the first time. */
function archivedAt(
  { archivedAt: since }: ResourceRecord,
  archived: boolean,
  now: Temporal.Instant,
): Temporal.Instant | null {
  return archived ? (since ?? now) : null;
}
