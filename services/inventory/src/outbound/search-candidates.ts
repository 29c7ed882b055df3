import type { ResourceConfig } from '../domain/resource.ts';
import { searchedPlans } from '../domain/search/judge-resource.ts';
import type { SearchCandidate, SearchFilter } from '../ports/search.ts';
import type { VersionedId } from './search-configurations.ts';

export interface VersionedCandidate extends SearchCandidate, VersionedId {}

/** As it is listed: the rest is in its configuration, which is mostly in the cache. */
export type ListedCandidate = VersionedId & Pick<SearchCandidate, 'createdAt'>;

export function readCandidate(text: string, catalog: bigint): ListedCandidate {
  const [id = '', version = '', createdAt = ''] = text.split('\t', 3);
  return { id, version: BigInt(version), createdAt, catalog };
}

/** What is listed has a configuration in the same snapshot. */
export function describeCandidates(
  listed: readonly ListedCandidate[],
  resources: ReadonlyMap<string, ResourceConfig>,
  { ratePlanCodes: codes }: SearchFilter,
): VersionedCandidate[] {
  const ratePlanCodes = codes && new Set(codes);
  return listed.flatMap((one) => {
    const config = resources.get(one.id);
    if (config === undefined) return [];
    const { kind, currency, timezone, checkInTime, checkOutTime } = config;
    const plans = searchedPlans(config, { ratePlanCodes }).length;
    return { ...one, kind, currency, timezone, checkInTime, checkOutTime, plans };
  });
}
