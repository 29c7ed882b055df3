import type { RecoveryPosition, RecoveryResult } from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { CollectDeps, UnreachedService } from './collect-from-services.ts';
import { dropLostEvents } from './drop-lost-events.ts';
import { isFirst, replayEvents } from './replay-events.ts';
import type { ReplayedEvents } from './replay-events.ts';

type Recovered = Omit<RecoveryResult, 'unreachable'> & { readonly unreached: readonly UnreachedService[] };

interface RecoveryRequest {
  readonly since: string;
  readonly after?: RecoveryPosition | undefined;
}

/** The limit of a request. */
const MOST_STAYS = 1_000;
/** Refusals of a claim that may be tried later. */
const UNDECIDED = new Set(['unavailable', 'resource_locked']);
const NOT_DROPPED = 'a service could not drop the lost events, so no event was sent once more';
const NOT_ADVANCED = 'notifications did not advance its log positions, so no event was sent once more';

/**
 * Services drop the events that their publishers have lost; then publishers replay the events that they still have, and
 * stays reclaim their units. Each step may be repeated; a step begins when the step before it is complete.
 */
export async function recover(
  deps: CollectDeps,
  ctx: RequestContext,
  { since, after }: RecoveryRequest,
): Promise<Result<Recovered>> {
  const { dropped, stays, read, unreached } = await dropLostEvents(deps, ctx, {
    since,
    read: after?.read ?? {},
  });
  const isRead = deps.services.every(({ service }) => read[service] === null);
  // A request does not carry the stays of earlier pages.
  const isForAll = after !== undefined || stays.length > MOST_STAYS;
  const replayed: ReplayedEvents =
    isRead && unreached.length === 0
      ? await replayEvents(deps, ctx, {
          since,
          published: after?.published ?? {},
          stays: isForAll ? null : [...stays],
        })
      : { resent: new Map(), claimed: 0, unclaimed: [], published: after?.published ?? {}, unreached: [] };
  const failed = [
    ...new Map([...unreached, ...replayed.unreached].map((one) => [one.service, one])).values(),
  ];
  const isWhole = isRead && deps.services.every(({ service }) => replayed.published[service] === null);
  const ordered = [...deps.services].toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
  return ok({
    since,
    complete: isWhole && failed.length === 0 && replayed.unclaimed.every(({ code }) => !UNDECIDED.has(code)),
    next: isWhole || failed.length > 0 ? null : { read, published: replayed.published },
    stopped:
      unreached.length > 0
        ? NOT_DROPPED
        : replayed.unreached.some(({ service }) => isFirst({ service }))
          ? NOT_ADVANCED
          : null,
    services: ordered.map(({ service }) => ({
      service,
      dropped: dropped.get(service) ?? 0,
      resent: replayed.resent.get(service) ?? 0,
    })),
    claimed: replayed.claimed,
    unclaimed: replayed.unclaimed,
    unreached: failed,
  });
}
