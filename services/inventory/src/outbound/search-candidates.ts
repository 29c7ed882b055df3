import type { ResourceKind } from '../domain/resource.ts';
import type { SearchedAxis } from '../domain/search/searched-stays.ts';
import type { SearchCandidate } from '../ports/search.ts';
import type { VersionedId } from './search-configurations.ts';

export interface VersionedCandidate extends SearchCandidate, VersionedId {}

type Axis = SearchedAxis & { readonly currency: string };

/** Reads the texts of candidates. Most resources share what decides their stays, which is read once. */
export function createCandidateReader(catalog: bigint): (text: string) => VersionedCandidate {
  const axes = new Map<string, Axis>();
  return (text) => {
    const [id = '', version = '', plans = '', createdAt = ''] = text.split('\t', 4);
    const own = id.length + version.length + plans.length + createdAt.length + 4;
    const shared = text.slice(own);
    const axis = axes.get(shared) ?? readAxis(shared);
    axes.set(shared, axis);
    return { id, version: BigInt(version), plans: Number(plans), createdAt, catalog, ...axis };
  };
}

function readAxis(text: string): Axis {
  const [kind = '', currency = '', timezone = '', checkInTime = '', checkOutTime = ''] = text.split('\t');
  return { kind: kind as ResourceKind, currency, timezone, checkInTime, checkOutTime };
}
