import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { policyCodesOf } from '../../domain/rules/cancellation-policy.ts';
import { checkRoomType, checkSaleTerms, featureList } from '../../domain/resources/check-resource.ts';
import { mergeSaleTerms, NO_SALE_TERMS } from '../../domain/rules/sale-terms.ts';
import type { SentSaleTerms } from '../../domain/rules/sale-terms.ts';
import { roomTypeNotFound } from '../../domain/resources/resource.ts';
import { LIMITS, refuseGrowth } from '../../domain/resources/tenant-limits.ts';
import type { InventoryDeps } from '../../ports/deps.ts';
import type { NewResource, ResourceRecord } from '../../ports/resources.ts';

const DEFAULT_TIMES = { checkInTime: '15:00', checkOutTime: '11:00' };

type Defaulted = keyof SentSaleTerms | keyof typeof DEFAULT_TIMES | 'description' | 'features' | 'archivedAt';
type Fields = Omit<NewResource, 'id' | Defaulted>;
export interface CreateResource extends Fields, SentSaleTerms {
  readonly description?: string | null | undefined;
  readonly features?: readonly string[] | undefined;
  readonly checkInTime?: string | undefined;
  readonly checkOutTime?: string | undefined;
}

export async function createResource(
  { resources, roomTypes, newId }: Pick<InventoryDeps, 'resources' | 'roomTypes' | 'newId'>,
  { tenantId }: RequestContext,
  input: CreateResource,
): Promise<Result<ResourceRecord>> {
  const { kind, roomTypeId } = input;
  const invalid = checkRoomType(kind, roomTypeId);
  if (invalid !== undefined) return invalid;
  if (roomTypeId !== undefined && !(await roomTypes.exists(tenantId, roomTypeId))) return roomTypeNotFound;
  const { checkInTime = DEFAULT_TIMES.checkInTime, checkOutTime = DEFAULT_TIMES.checkOutTime } = input;
  const terms = mergeSaleTerms(NO_SALE_TERMS, input);
  const times = { checkInTime, checkOutTime, archivedAt: null };
  const { description = null } = input;
  const features = featureList(input.features ?? []);
  const resource = { ...input, ...terms, ...times, description, features, id: newId() };
  return resources.insert(tenantId, policyCodesOf([terms]), (policies, onSale) => {
    const checked = checkSaleTerms(input, terms, policies);
    if (!checked.ok) return checked;
    const growth = { before: onSale, after: onSale + 1 };
    return refuseGrowth(LIMITS.resources, growth) ?? ok({ ...resource, ...checked.value });
  });
}
