import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import { guestNotFound } from '../../domain/profiles/refusals.ts';
import type { ReservationsDeps } from '../../ports/deps.ts';
import type { ExportPart, StoredPart } from '../../ports/profiles.ts';

export type ReadGuestExportDeps = Pick<ReservationsDeps, 'guests'>;

export interface ReadGuestExport extends ExportPart {
  readonly guestId: string;
}

/** One part of an export that was stored. */
export async function readGuestExport(
  { guests }: ReadGuestExportDeps,
  { tenantId }: RequestContext,
  { guestId, ...part }: ReadGuestExport,
): Promise<Result<StoredPart>> {
  const stored = await guests.readExportPart(tenantId, guestId, part);
  if (stored !== undefined) return ok(stored);
  const guest = await guests.find(tenantId, guestId);
  return guest === undefined
    ? guestNotFound()
    : refuse('not_found', 'There is no such export, or it is older than 24 hours.');
}
