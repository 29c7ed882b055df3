import type { ErasureReport } from '@lodging/contract-public';
import { guestErased } from '@lodging/contract-reservations';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { KnownErasure } from '../../ports/neighbours.ts';
import type { UnreachedService } from './collect-from-services.ts';
import { findLostEvents } from './find-lost-events.ts';

export type ListErasuresDeps = Pick<GatewayDeps, 'reservations' | 'services'>;

type Listed = Omit<ErasureReport, 'unreachable'> & { readonly unreached: readonly UnreachedService[] };
type Erasure = ErasureReport['erasures'][number];

const OWNER = 'reservations';
const PAGE = 500;
/** More are not shown to people. */
const MOST = 5_000;

/** The erasures that the database knows, and those of which a restored database has lost all but the event. */
export async function listErasures(
  deps: ListErasuresDeps,
  ctx: RequestContext,
  since: string,
): Promise<Result<Listed>> {
  const services = deps.services.filter(({ service }) => service === OWNER);
  const [known, lost] = await Promise.all([
    readKnown(deps, ctx, since),
    findLostEvents({ services }, ctx, since),
  ]);
  if (!known.ok) return known;
  const erasures = [
    ...known.value.erasures.map(toKnown),
    ...lost.lost.flatMap(({ events }) => toLost(events)),
  ];
  return ok({
    since,
    erasures: erasures.toSorted((one, other) => (one.erasedAt < other.erasedAt ? -1 : 1)),
    complete: known.value.complete && lost.complete,
    unreached: lost.unreached,
  });
}

async function readKnown({ reservations }: ListErasuresDeps, ctx: RequestContext, since: string) {
  const erasures: KnownErasure[] = [];
  let after: { erasedAt: string; id: string } | null = null;
  do {
    const page: Awaited<ReturnType<typeof reservations.listErasures>> = await reservations.listErasures(ctx, {
      since,
      after,
      limit: PAGE,
    });
    if (!page.ok) return page;
    erasures.push(...page.value.erasures);
    after = page.value.nextAfter;
  } while (after !== null && erasures.length < MOST);
  return ok({ erasures, complete: after === null });
}

const toKnown = (known: KnownErasure): Erasure => ({ ...known, lost: false, reservationIds: null });

interface LostEvent {
  readonly type: string;
  readonly tenantId: string;
  readonly livemode: boolean;
  readonly aggregateId: string;
  readonly occurredAt: string;
  readonly data: unknown;
}

function toLost(events: readonly LostEvent[]): Erasure[] {
  return events
    .filter(({ type }) => type === guestErased.type)
    .map(({ tenantId, aggregateId, livemode, occurredAt, data }) => ({
      tenantId,
      guestId: aggregateId,
      livemode,
      erasedAt: occurredAt,
      lost: true,
      reservationIds: guestErased.data.safeParse(data).data?.guest.reservationIds ?? null,
    }));
}
