import type { RecoveryPosition, RecoveryResult } from '@lodging/contract-public';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { CollectDeps, UnreachedService } from './collect-from-services.ts';
import { dropLostEvents } from './drop-lost-events.ts';
import { isFirst, tellAgain } from './tell-again.ts';
import type { ToldAgain } from './tell-again.ts';

type Recovered = Omit<RecoveryResult, 'unreachable'> & { readonly unreached: readonly UnreachedService[] };

interface RecoveryRequest {
  readonly since: string;
  readonly after?: RecoveryPosition | undefined;
}

/** As many as a request may name. */
const MOST_STAYS = 1_000;
/** A stay whose claim was not decided. */
const UNDECIDED = new Set(['unavailable', 'resource_locked']);
const NOT_DROPPED = 'lost events still have an effect somewhere, so nothing was sent again';
const NOT_LEAPT = 'the numbers of notifications did not leap, so nothing else was sent again';

/**
 * First no consumer may act on what its publisher has lost; then the publishers send what they still know once more, and
 * stays claim their units. Each step may be repeated; none begins before the one that it follows is whole.
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
  // The stays of earlier pages are not known any more.
  const everyStay = after !== undefined || stays.length > MOST_STAYS;
  const told: ToldAgain =
    isRead && unreached.length === 0
      ? await tellAgain(deps, ctx, {
          since,
          told: after?.told ?? {},
          stays: everyStay ? [] : [...stays],
          everyStay,
        })
      : { resent: new Map(), claimed: 0, unclaimed: [], told: after?.told ?? {}, unreached: [] };
  const failed = [...new Map([...unreached, ...told.unreached].map((one) => [one.service, one])).values()];
  const isWhole = isRead && deps.services.every(({ service }) => told.told[service] === null);
  const ordered = [...deps.services].toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
  return ok({
    since,
    complete: isWhole && failed.length === 0 && told.unclaimed.every(({ code }) => !UNDECIDED.has(code)),
    next: isWhole || failed.length > 0 ? null : { read, told: told.told },
    stopped:
      unreached.length > 0
        ? NOT_DROPPED
        : told.unreached.some(({ service }) => isFirst({ service }))
          ? NOT_LEAPT
          : null,
    services: ordered.map(({ service }) => ({
      service,
      dropped: dropped.get(service) ?? 0,
      resent: told.resent.get(service) ?? 0,
    })),
    claimed: told.claimed,
    unclaimed: told.unclaimed,
    unreached: failed,
  });
}
