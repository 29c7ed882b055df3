import type { LostEvent } from '@lodging/contract-wire';
import { remainingMs } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import type { OpsClient, ServiceAnswer } from '../../ports/ops.ts';
import type { CollectDeps, UnreachedService } from './collect-from-services.ts';

/** Of one service that publishes. */
export interface LostOfService {
  readonly service: string;
  readonly events: readonly LostEvent[];
}

export interface FoundLost {
  readonly lost: readonly LostOfService[];
  readonly read: number;
  readonly complete: boolean;
  readonly unreached: readonly UnreachedService[];
}

/** Of each service: more are not shown to people. What follows is found with a later `since`. */
const MOST_EVENTS = 5_000;
/** The rest of the time of a request is reserved for the steps after this one. */
const KEPT_MS = 8_000;

/** The events that the streams have and the outboxes lack, page by page. */
export async function findLostEvents(
  { services }: CollectDeps,
  ctx: RequestContext,
  since: string,
): Promise<FoundLost> {
  const found = await Promise.all(services.map((service) => findOfService(service, ctx, since)));
  return {
    lost: found.map(({ service, events }) => ({ service, events })),
    read: found.reduce((sum, { read }) => sum + read, 0),
    complete: found.every(({ complete }) => complete),
    unreached: found.flatMap(({ service, why }) => (why === null ? [] : [{ service, why }])),
  };
}

interface FoundOfService extends LostOfService {
  readonly read: number;
  readonly complete: boolean;
  readonly why: string | null;
}

async function findOfService(client: OpsClient, ctx: RequestContext, since: string): Promise<FoundOfService> {
  const { service } = client;
  const events: LostEvent[] = [];
  let read = 0;
  let after: number | null = null;
  while (events.length < MOST_EVENTS && remainingMs(ctx) > KEPT_MS) {
    const answer: Awaited<ReturnType<OpsClient['listLostEvents']>> = await client.listLostEvents(ctx, {
      since,
      after,
    });
    const page = valueOf(answer);
    if (typeof page === 'string') return { service, events, read, complete: false, why: page };
    events.push(...page.events);
    read += page.read;
    after = page.next;
    if (after === null) return { service, events, read, complete: true, why: null };
  }
  return { service, events, read, complete: false, why: null };
}

/** Or why there is none. */
export function valueOf<T>(answer: ServiceAnswer<T>): T | string {
  if (!answer.reached) return answer.why;
  return answer.result.ok ? answer.result.value : answer.result.refusal.detail;
}
