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

const PERMISSION = 'guest:export';

/** One part of an export that was stored. */
export async function readGuestExport(
  { guests }: ReadGuestExportDeps,
  { tenantId, caller }: RequestContext,
  { guestId, ...part }: ReadGuestExport,
): Promise<Result<StoredPart>> {
  if (!caller.permissions.includes(PERMISSION))
    return refuse('insufficient_permission', `The key lacks ${PERMISSION}.`);
  const stored = await guests.readExportPart(tenantId, guestId, part);
  if (stored !== undefined) return ok(stored);
  const guest = await guests.find(tenantId, guestId);
  return guest === undefined
    ? guestNotFound()
    : refuse('not_found', 'There is no such export, or it is older than 24 hours.');
}
