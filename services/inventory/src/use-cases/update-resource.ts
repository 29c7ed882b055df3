import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { policyCodesOf } from '../domain/cancellation-policy.ts';
import type { KnownPolicies } from '../domain/cancellation-policy.ts';
import { checkRoomType, checkSaleTerms, featureList } from '../domain/check-resource.ts';
import { checkUnits } from '../domain/check-units.ts';
import type { LiveClaims } from '../domain/check-units.ts';
import { resourceNotFound, roomTypeNotFound } from '../domain/resource.ts';
import type { InventoryDeps } from '../ports/inventory-deps.ts';
import type { ResourceChanges, ResourceRecord } from '../ports/resources.ts';

export interface UpdateResource {
  readonly resourceId: string;
  readonly changes: Omit<ResourceChanges, 'archivedAt'>;
  /** Undefined leaves it on or off sale. */
  readonly archived?: boolean | undefined;
}

/** Units that claims take stay: a claim is judged by the new number, or the change by the claim. */
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
    claims?: LiveClaims,
  ): Result<ResourceChanges> => {
    if (resource === undefined) return resourceNotFound;
    const invalid = checkRoomType(resource.kind, roomTypeId ?? resource.roomType?.id);
    if (invalid !== undefined) return invalid;
    if (!exists) return roomTypeNotFound;
    const inUse =
      units === undefined || claims === undefined ? undefined : checkUnits(resource, units, claims);
    const moved = archived === undefined ? {} : { archivedAt: archivedAt(resource, archived, clock.now()) };
    return inUse ?? checkSaleTerms(resource, { ...changes, ...moved }, policies);
  };
  const codes = policyCodesOf([changes]);
  return units === undefined
    ? resources.update(tenantId, resourceId, codes, decide)
    : resources.updateUnits(tenantId, resourceId, codes, decide);
}

/** Archiving again keeps the moment of the first time. */
function archivedAt(
  { archivedAt: since }: ResourceRecord,
  archived: boolean,
  now: Temporal.Instant,
): Temporal.Instant | null {
  return archived ? (since ?? now) : null;
}
