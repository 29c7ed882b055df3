import { stayAt } from '../time/stay.ts';
import type { MoveContext, MoveTarget } from './move-claim.ts';

/**
 * True if the claim has exactly the units of the target. One that neither side has ever changed is where it was made: its dates
 * are those of the time zone that the resource had then.
 */
export function isAligned(
  { resource, existing }: MoveContext,
  { resourceId, window, quantity }: MoveTarget,
  isChanged: boolean,
): boolean {
  if (resource === undefined || existing === undefined || existing.expired) return false;
  if (existing.revision === 0 && !isChanged) return true;
  const { start, end } = stayAt(resource, window).span;
  const { span } = existing;
  const isSameTime = span.start === start && span.end === end;
  return existing.resourceId === resourceId && existing.units === quantity && isSameTime;
}
