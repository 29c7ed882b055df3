import type { Clock, NewId } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { HistoryRepository } from '../ports.ts';
import { authorOf } from './author.ts';

export interface TellOpenedDeps {
  readonly history: Pick<HistoryRepository, 'tell'>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Payments publishes nothing when a payment is opened; the request that opened it is told instead. */
export async function tellOpened(
  { history, clock, newId }: TellOpenedDeps,
  ctx: RequestContext,
  reservationId: string,
): Promise<void> {
  await history.tell(ctx.tenantId, {
    reservationId,
    eventId: newId(),
    at: clock.now(),
    deed: { action: 'payment_opened', changes: [], note: null },
    author: authorOf(ctx),
  });
}
