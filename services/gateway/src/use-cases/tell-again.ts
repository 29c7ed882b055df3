import type { RecoveryPosition, RecoveryResult } from '@lodging/contract-public';
import type { RequestContext } from '@lodging/kit-runtime';
import type { OpsClient, StayName } from '../ports.ts';
import type { CollectDeps, UnreachedService } from './collect-from-services.ts';
import { valueOf } from './find-lost-events.ts';

export interface ToldAgain extends Pick<RecoveryResult, 'claimed' | 'unclaimed'> {
  /** By service. */
  readonly resent: ReadonlyMap<string, number>;
  readonly told: RecoveryPosition['told'];
  readonly unreached: readonly UnreachedService[];
}

export interface TellRequest {
  readonly since: string;
  readonly told: RecoveryPosition['told'];
  readonly stays: StayName[];
  readonly everyStay: boolean;
}

/** A part takes as long as its request may. */
const KEPT_MS = 16_000;

/** The positions of its log leap before anything is told again. */
export const isFirst = ({ service }: Pick<OpsClient, 'service'>): boolean => service === 'notifications';

/** Publishers send what they still know once more, and stays claim their units. */
export async function tellAgain(
  { services }: CollectDeps,
  ctx: RequestContext,
  request: TellRequest,
): Promise<ToldAgain> {
  const { told: before, ...wanted } = request;
  const told = { ...before };
  const resent = new Map<string, number>();
  const claims: Pick<ToldAgain, 'unclaimed'> & { claimed: number } = { claimed: 0, unclaimed: [] };
  const tell = async (client: OpsClient): Promise<UnreachedService[]> => {
    const { service } = client;
    while (told[service] !== null && Date.now() < ctx.deadline - KEPT_MS) {
      const step = valueOf(await client.recover(ctx, { ...wanted, after: told[service] ?? null }));
      if (typeof step === 'string') return [{ service, why: step }];
      resent.set(service, (resent.get(service) ?? 0) + step.resent);
      claims.claimed += step.claimed;
      claims.unclaimed.push(...step.unclaimed);
      told[service] = step.next;
    }
    return [];
  };
  const first = services.filter(isFirst);
  const unreached = (await Promise.all(first.map(tell))).flat();
  const mayGoOn = first.every(({ service }) => told[service] === null);
  const others = mayGoOn ? services.filter((service) => !isFirst(service)) : [];
  unreached.push(...(await Promise.all(others.map(tell))).flat());
  return { ...claims, resent, told, unreached };
}
