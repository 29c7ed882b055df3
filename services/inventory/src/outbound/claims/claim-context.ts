import type { Database, ReadStatement } from '@lodging/kit-postgres';
import { claimedSpan, hasUnits } from '../../domain/claims/claim.ts';
import type { ClaimContext, ClaimRequest } from '../../domain/claims/claim.ts';
import { findPeak, isIncomplete, loadClaimContext, readClaimContext } from './claim-statements.ts';
import type { ClaimContextRow, PeakRow } from './claim-statements.ts';

/** Where the claims nearby are too many for memory, their peak takes their place: it decides the same. */
export async function completeContext(
  read: (statement: ReadStatement) => Promise<PeakRow[]>,
  { tenantId, request }: { readonly tenantId: string; readonly request: ClaimRequest },
  rows: readonly ClaimContextRow[],
): Promise<ClaimContext> {
  const context = readClaimContext(rows);
  if (!isIncomplete(rows)) return context;
  const span = claimedSpan(context, request);
  if (span === undefined || hasUnits(context.existing)) return { ...context, taken: [] };
  const [peak] = await read(findPeak(tenantId, request, span));
  return { ...context, taken: [{ kind: 'reservation', units: peak?.units ?? 0, ...span }] };
}

/** Without the lock of the resource. */
export async function readContext(
  db: Pick<Database, 'readInTenant'>,
  tenantId: string,
  request: ClaimRequest,
): Promise<ClaimContext> {
  const read = <Row>(statement: ReadStatement) => db.readInTenant<Row>(tenantId, statement);
  const rows = await read<ClaimContextRow>(loadClaimContext(tenantId, request));
  return completeContext((statement) => read<PeakRow>(statement), { tenantId, request }, rows);
}
