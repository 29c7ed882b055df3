import type { RecoveryResult } from '@lodging/contract-public';
import { streamOf } from '@lodging/contract-wire';
import { ok } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { EventName, OpsClient, StayName } from '../ports.ts';
import type { CollectDeps, UnreachedService } from './collect-from-services.ts';
import { findLostEvents, valueOf } from './find-lost-events.ts';
import type { LostOfService } from './find-lost-events.ts';

type Recovered = Omit<RecoveryResult, 'unreachable'> & { readonly unreached: readonly UnreachedService[] };

const AT_A_TIME = 1_000;
const KEPT_MS = 2_000;

/**
 * First no consumer may act on what its publisher has lost; then the publishers send what they still know once more, and
 * stays claim their units. Each step may be repeated.
 */
export async function recover(
  { services }: CollectDeps,
  ctx: RequestContext,
  since: string,
): Promise<Result<Recovered>> {
  const found = await findLostEvents({ services }, ctx, since);
  const dropped = await Promise.all(services.map((service) => dropIn(service, ctx, found.lost)));
  const droppedIn = new Map(services.map(({ service }, index) => [service, dropped[index]]));
  const stays = namesOf(found.lost);
  const run = (service: OpsClient): Promise<Step> => recoverOne(service, ctx, { since, stays });
  const [first, others] = [services.filter(isFirst), services.filter((service) => !isFirst(service))];
  const ordered = [...first, ...others];
  const steps = [...(await Promise.all(first.map(run))), ...(await Promise.all(others.map(run)))];
  const unreached = [
    ...found.unreached,
    ...ordered.flatMap(({ service }, index) => {
      const why = droppedIn.get(service)?.why ?? steps[index]?.why ?? null;
      return why === null ? [] : [{ service, why }];
    }),
  ];
  return ok({
    since,
    complete: found.complete && unreached.length === 0 && steps.every(({ complete }) => complete),
    services: ordered.map(({ service }, index) => ({
      service,
      dropped: droppedIn.get(service)?.dropped ?? 0,
      resent: steps[index]?.resent ?? 0,
    })),
    claimed: steps.reduce((sum, { claimed }) => sum + claimed, 0),
    unclaimed: steps.flatMap(({ unclaimed }) => unclaimed),
    unreached: [...new Map(unreached.map((one) => [one.service, one])).values()],
  });
}

/** The positions of its log leap before anything is told again. */
const isFirst = ({ service }: OpsClient): boolean => service === 'notifications';

function namesOf(lost: readonly LostOfService[]): StayName[] {
  const events = lost
    .filter(({ service }) => service === 'reservations')
    .flatMap((one) => one.events)
    .map(({ tenantId, aggregateId: id }) => ({ tenantId, id }));
  return [...new Map(events.map((stay) => [stay.id, stay])).values()].slice(0, AT_A_TIME);
}

async function dropIn(
  client: OpsClient,
  ctx: RequestContext,
  lost: readonly LostOfService[],
): Promise<{ dropped: number; why: string | null }> {
  let dropped = 0;
  for (const { service: publisher, events } of lost) {
    const names = events.map(({ id, tenantId, aggregateId }): EventName => ({ id, tenantId, aggregateId }));
    for (let first = 0; first < names.length; first += AT_A_TIME) {
      const some = { stream: streamOf(publisher).name, events: names.slice(first, first + AT_A_TIME) };
      const value = valueOf(await client.dropLostEvents(ctx, some));
      if (typeof value === 'string') return { dropped, why: value };
      dropped += value.dropped;
    }
  }
  return { dropped, why: null };
}

interface Step extends Pick<RecoveryResult, 'claimed' | 'unclaimed' | 'complete'> {
  readonly resent: number;
  readonly why: string | null;
}

async function recoverOne(
  client: OpsClient,
  ctx: RequestContext,
  { since, stays }: { readonly since: string; readonly stays: StayName[] },
): Promise<Step> {
  const sum = { resent: 0, claimed: 0, unclaimed: [] as RecoveryResult['unclaimed'] };
  let after: string | null = null;
  do {
    const answer: Awaited<ReturnType<OpsClient['recover']>> = await client.recover(ctx, {
      since,
      after,
      stays,
    });
    const step = valueOf(answer);
    if (typeof step === 'string') return { ...sum, complete: false, why: step };
    sum.resent += step.resent;
    sum.claimed += step.claimed;
    sum.unclaimed.push(...step.unclaimed);
    after = step.next;
  } while (after !== null && Date.now() < ctx.deadline - KEPT_MS);
  return { ...sum, complete: after === null, why: null };
}
