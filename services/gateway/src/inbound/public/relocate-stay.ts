import { createHash } from 'node:crypto';
import { readConflict, resolveConflict } from '@lodging/contract-channels';
import type { ConflictRecord } from '@lodging/contract-channels';
import { changeStay } from '@lodging/contract-reservations';
import { refuse } from '@lodging/kernel';
import type { Bus, Forwarded } from '@lodging/kit-messaging';
import type { RequestContext } from '@lodging/kit-runtime';

interface Sending {
  readonly bus: Pick<Bus, 'forward'>;
  readonly ctx: RequestContext;
  readonly timeoutMs: number;
}

export interface Relocation {
  readonly conflictId: string;
  readonly changeToken: string;
}

/**
 * Applies the quoted change of the stay of a conflict, then resolves the conflict. It may be repeated: the change has a key
 * of its token. The move itself may have resolved the conflict before.
 */
export async function relocateStay(
  { bus, ctx, timeoutMs }: Sending,
  { conflictId, changeToken }: Relocation,
): Promise<Forwarded> {
  const options = { timeoutMs };
  const found = await bus.forward(readConflict, { conflictId }, ctx, options);
  if (!found.ok) return found;
  const { reservationId, status } = parse<ConflictRecord>(found.body);
  const idempotencyKey = keyOf(conflictId, changeToken);
  if (status === 'resolved_cancelled') return alreadyResolved(status);
  // Of a conflict that is resolved, only the change that has resolved it can be requested again.
  const repeats = status !== 'open';
  const change = { reservationId, idempotencyKey, changeToken, settle: 'later' as const, relocates: true };
  const changed = await bus.forward(changeStay, { ...change, repeats }, ctx, options);
  if (!changed.ok) return changed.refusal.code === 'change_not_found' ? alreadyResolved(status) : changed;
  const resolution = { conflictId, status: 'resolved_relocated' as const };
  const resolved = await bus.forward(resolveConflict, resolution, ctx, options);
  if (resolved.ok || resolved.refusal.code !== 'conflict_already_resolved') return resolved;
  return bus.forward(readConflict, { conflictId }, ctx, options);
}

function alreadyResolved(status: string): Forwarded {
  return refuse('conflict_already_resolved', `The conflict is ${status} already.`);
}

/** A UUID (version 8) of both: a repeated request is the same change. */
function keyOf(conflictId: string, changeToken: string): string {
  const hex = createHash('sha256').update(`${conflictId} ${changeToken}`).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}

function parse<T>(body: Uint8Array): T {
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
}
