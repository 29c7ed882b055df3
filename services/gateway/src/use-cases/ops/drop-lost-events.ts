import type { RecoveryPosition } from '@lodging/contract-public';
import { streamOf } from '@lodging/contract-wire';
import type { LostEvent } from '@lodging/contract-wire';
import { remainingMs } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import type { EventName, OpsClient, StayName } from '../../ports/ops.ts';
import { collectFromServices } from './collect-from-services.ts';
import type { CollectDeps, UnreachedService } from './collect-from-services.ts';
import { valueOf } from './find-lost-events.ts';

export interface DroppedEvents {
  /** By consumer. */
  readonly dropped: ReadonlyMap<string, number>;
  /** Stays that the lost events are about. */
  readonly stays: readonly StayName[];
  readonly read: RecoveryPosition['read'];
  readonly unreached: readonly UnreachedService[];
}

/** A page, and what is dropped of it, each take as long as their requests may. */
const KEPT_MS = 31_000;

interface Request {
  readonly since: string;
  readonly read: RecoveryPosition['read'];
}

/** Makes consumers ignore the events that the streams have and the outboxes lack, page by page. */
export async function dropLostEvents(
  deps: CollectDeps,
  ctx: RequestContext,
  request: Request,
): Promise<DroppedEvents> {
  const dropped = new Map<string, number>();
  const stays = new Map<string, StayName>();
  const onPage = async (
    service: string,
    events: readonly LostEvent[],
  ): Promise<readonly UnreachedService[]> => {
    if (events.length === 0) return [];
    if (service === 'reservations')
      for (const { tenantId, aggregateId: id } of events) stays.set(id, { tenantId, id });
    const names = events.map(({ id, tenantId, aggregateId }): EventName => ({ id, tenantId, aggregateId }));
    const lost = { stream: streamOf(service).name, events: names };
    const { answers, unreached } = await collectFromServices(deps, (consumer) =>
      consumer.dropLostEvents(ctx, lost),
    );
    for (const { service: consumer, value } of answers)
      dropped.set(consumer, (dropped.get(consumer) ?? 0) + value.dropped);
    return unreached;
  };
  const read: RecoveryPosition['read'] = { ...request.read };
  const failed = await Promise.all(
    deps.services.map((publisher) => readOf(publisher, ctx, { since: request.since, read, onPage })),
  );
  return { dropped, stays: [...stays.values()], read, unreached: failed.flat() };
}

interface Reading extends Request {
  readonly onPage: (service: string, events: readonly LostEvent[]) => Promise<readonly UnreachedService[]>;
}

/** Keeps how far it came in `read`. */
async function readOf(
  publisher: OpsClient,
  ctx: RequestContext,
  { since, read, onPage }: Reading,
): Promise<readonly UnreachedService[]> {
  const { service } = publisher;
  while (read[service] !== null && remainingMs(ctx) > KEPT_MS) {
    const answer = await publisher.listLostEvents(ctx, { since, after: read[service] ?? null });
    const page = valueOf(answer);
    if (typeof page === 'string') return [{ service, why: page }];
    const unreached = await onPage(service, page.events);
    if (unreached.length > 0) return unreached;
    read[service] = page.next;
  }
  return [];
}
