import type { RecoveryPosition, RecoveryResult } from '@lodging/contract-public';
import { remainingMs } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import type { OpsClient, StayName } from '../../ports/ops.ts';
import type { CollectDeps, UnreachedService } from './collect-from-services.ts';
import { valueOf } from './find-lost-events.ts';

export interface ReplayedEvents extends Pick<RecoveryResult, 'claimed' | 'unclaimed'> {
  /** By service. */
  readonly resent: ReadonlyMap<string, number>;
  readonly published: RecoveryPosition['published'];
  readonly unreached: readonly UnreachedService[];
}

export interface ReplayRequest {
  readonly since: string;
  readonly published: RecoveryPosition['published'];
  /** Null: all stays. */
  readonly stays: StayName[] | null;
}

/** Time that one request to a service may take. */
const STEP_TIMEOUT_MS = 16_000;

/** Notifications advances the positions of its log before any service replays events. */
export const isFirst = ({ service }: Pick<OpsClient, 'service'>): boolean => service === 'notifications';

/** Publishers replay the events that they still have, and stays reclaim their units. */
export async function replayEvents(
  { services }: CollectDeps,
  ctx: RequestContext,
  request: ReplayRequest,
): Promise<ReplayedEvents> {
  const { published: before, ...wanted } = request;
  const published = { ...before };
  const resent = new Map<string, number>();
  const claims: Pick<ReplayedEvents, 'unclaimed'> & { claimed: number } = { claimed: 0, unclaimed: [] };
  const replay = async (client: OpsClient): Promise<UnreachedService[]> => {
    const { service } = client;
    while (published[service] !== null && remainingMs(ctx) > STEP_TIMEOUT_MS) {
      const step = valueOf(await client.recover(ctx, { ...wanted, after: published[service] ?? null }));
      if (typeof step === 'string') return [{ service, why: step }];
      resent.set(service, (resent.get(service) ?? 0) + step.resent);
      claims.claimed += step.claimed;
      claims.unclaimed.push(...step.unclaimed);
      published[service] = step.next;
    }
    return [];
  };
  const first = services.filter(isFirst);
  const unreached = (await Promise.all(first.map(replay))).flat();
  const mayContinue = first.every(({ service }) => published[service] === null);
  const others = mayContinue ? services.filter((service) => !isFirst(service)) : [];
  unreached.push(...(await Promise.all(others.map(replay))).flat());
  return { ...claims, resent, published, unreached };
}
