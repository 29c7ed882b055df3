import type { LostStay, RecoveryReport } from '@lodging/contract-public';
import type { LostPayment } from '@lodging/contract-payments';
import type { StayKnowledge, StayToLookUp } from '@lodging/contract-wire';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { GatewayDeps } from '../../ports/deps.ts';
import { collectFromServices } from './collect-from-services.ts';
import type { CollectDeps, UnreachedService } from './collect-from-services.ts';
import { findLostEvents } from './find-lost-events.ts';
import { groupLostEvents } from './group-lost-events.ts';
import type { GroupedStay } from './group-lost-events.ts';

export type ReportRecoveryDeps = Pick<GatewayDeps, 'payments' | 'services'>;

type Lost = Omit<RecoveryReport, 'unreachable'> & { readonly unreached: readonly UnreachedService[] };

const AT_A_TIME = 200;
const KNOWING = ['reservations', 'inventory', 'payments', 'notifications'] as const;

/** Lists what the streams, the provider and the other schemas have and the restored database lost. */
export async function reportRecovery(
  deps: ReportRecoveryDeps,
  ctx: RequestContext,
  since: string,
): Promise<Result<Lost>> {
  const [found, money] = await Promise.all([
    findLostEvents(deps, ctx, since),
    deps.payments.listLostPayments(ctx),
  ]);
  const { stays: groups, otherEvents } = groupLostEvents(found.lost);
  const known = await lookUp(
    deps,
    ctx,
    groups.map(({ stay }) => stay),
  );
  const lostPayments = money.ok ? money.value.lostPayments : [];
  const unreached = [...found.unreached, ...known.unreached];
  return ok({
    since,
    complete: found.complete,
    read: found.read,
    stays: groups.map((group) => toLostStay(group, known, lostPayments)),
    otherEvents,
    lostPayments: [...lostPayments],
    unreached: [...new Map(unreached.map((one) => [one.service, one])).values()],
  });
}

interface Known {
  /** By service, then by the id of the stay. */
  readonly of: ReadonlyMap<string, ReadonlyMap<string, StayKnowledge['knows']>>;
  readonly unreached: readonly UnreachedService[];
}

async function lookUp(
  deps: CollectDeps,
  ctx: RequestContext,
  stays: readonly StayToLookUp[],
): Promise<Known> {
  const of = new Map(
    KNOWING.map((service) => [service as string, new Map<string, StayKnowledge['knows']>()]),
  );
  const unreached: UnreachedService[] = [];
  const services = deps.services.filter(({ service }) => of.has(service));
  for (let first = 0; first < stays.length; first += AT_A_TIME) {
    const some = stays.slice(first, first + AT_A_TIME);
    const collected = await collectFromServices({ services }, (service) => service.lookUpStays(ctx, some));
    unreached.push(...collected.unreached);
    for (const { service, value } of collected.answers)
      for (const { id, knows } of value.stays) of.get(service)?.set(id, knows);
  }
  return { of, unreached };
}

function toLostStay(
  { stay: { id, tenantId }, livemode, lastPublished, events }: GroupedStay,
  known: Known,
  lostPayments: readonly LostPayment[],
): LostStay {
  const knows = (service: (typeof KNOWING)[number]) => known.of.get(service)?.get(id) ?? null;
  const isUnclear = known.unreached.some(({ service }) => service === 'reservations');
  const reservations = knows('reservations');
  return {
    id,
    tenantId,
    livemode,
    kind: isUnclear ? 'unclear' : reservations === null ? 'unknown' : 'set_back',
    lastPublished,
    events,
    reservations,
    inventory: knows('inventory'),
    payments: knows('payments'),
    notifications: knows('notifications'),
    lostIntents: lostPayments
      .filter(({ reservationId }) => reservationId === id)
      .map(({ intentId }) => intentId),
  };
}
