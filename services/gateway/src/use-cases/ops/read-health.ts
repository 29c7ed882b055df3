import type { HealthReport } from '@lodging/contract-wire';
import type { Clock } from '@lodging/kernel';
import type { RequestContext } from '@lodging/kit-runtime';
import type { GatewayDeps } from '../../ports/deps.ts';
import type { OpsClient } from '../../ports/ops.ts';

export type ReadHealthDeps = Pick<GatewayDeps, 'services' | 'reportOwnHealth' | 'clock'>;

export type ServiceHealth =
  | (HealthReport & {
      readonly service: string;
      readonly reachable: true;
      readonly why: null;
      /** How far the clock of the service is ahead of the gateway's. */
      readonly clockSkewMs: number;
    })
  | { readonly service: string; readonly reachable: false; readonly why: string };

export interface Health {
  readonly now: Temporal.Instant;
  readonly services: ServiceHealth[];
}

export async function readHealth(deps: ReadHealthDeps, ctx: RequestContext): Promise<Health> {
  const { services, reportOwnHealth, clock } = deps;
  const [own, ...others] = await Promise.all([
    reportOwnHealth(),
    ...services.map((client) => serviceHealth(clock, ctx, client)),
  ]);
  const gateway = { service: 'gateway', reachable: true, why: null, clockSkewMs: 0, ...own } as const;
  return { now: clock.now(), services: [gateway, ...others] };
}

async function serviceHealth(clock: Clock, ctx: RequestContext, client: OpsClient): Promise<ServiceHealth> {
  const { service } = client;
  const sentAt = clock.now();
  const answer = await client.reportHealth(ctx);
  if (!answer.reached) return { service, reachable: false, why: answer.why };
  const { result } = answer;
  if (!result.ok) return { service, reachable: false, why: result.refusal.detail };
  const clockSkewMs = skewMs(result.value.now, sentAt, clock.now());
  return { service, reachable: true, why: null, clockSkewMs, ...result.value };
}

/** Zero where the reported time lies between request and answer: the skew cannot be known more exactly. */
function skewMs(reported: string, sentAt: Temporal.Instant, answeredAt: Temporal.Instant): number {
  const reportedMs = Temporal.Instant.from(reported).epochMilliseconds;
  if (reportedMs > answeredAt.epochMilliseconds) return reportedMs - answeredAt.epochMilliseconds;
  return Math.min(0, reportedMs - sentAt.epochMilliseconds);
}
