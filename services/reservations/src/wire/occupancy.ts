import { createHash } from 'node:crypto';
import type * as contract from '@lodging/contract-reservations';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { Occupancy } from '../use-cases/occupancy/read-occupancy.ts';

/** The ETag is a hash of this JSON without `asOf`, so the order of the fields is part of it. */
export function occupancyToWire(
  { from, to, knownEtags }: RequestOf<typeof contract.readOccupancy>,
  { resources, nextAfter }: Occupancy,
  asOf: Temporal.Instant,
): ResponseOf<typeof contract.readOccupancy> {
  const page = {
    from,
    to,
    resources: resources.map(({ resourceId, units, entries }) => ({
      resourceId,
      units,
      entries: [...entries],
    })),
    nextAfter,
  };
  const etag = `"${createHash('sha256').update(JSON.stringify(page)).digest('base64url')}"`;
  if (knownEtags.includes('*') || knownEtags.includes(etag)) return { etag, occupancy: null };
  return { etag, occupancy: { ...page, asOf: instantText(asOf) } };
}
