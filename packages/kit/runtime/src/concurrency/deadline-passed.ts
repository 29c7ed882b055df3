import type { RequestContext } from '../context/request-context.ts';

/** The caller no longer waits for the answer. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

/** Less than zero after the deadline. A deadline is a time of this machine's clock, also where a test gives work another clock. */
export function remainingMs({ deadline }: Pick<RequestContext, 'deadline'>): number {
  return deadline - Date.now();
}

/** For long work, between its parts: throws DeadlinePassed where the rest would be useless. */
export function endAtDeadline(ctx: Pick<RequestContext, 'deadline'>): void {
  if (remainingMs(ctx) <= 0) throw new DeadlinePassed('the deadline of the request has passed');
}
