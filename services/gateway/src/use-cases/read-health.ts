import type { HealthReport } from '@lodging/contract-wire';
import type { Clock } from '@lodging/kernel';
import type { ServiceUpkeep } from './ops-ports.ts';

export type ServiceHealth =
  | (HealthReport & {
      readonly service: string;
      readonly reachable: true;
      readonly why: null;
      /** How far its clock is ahead of the gateway's. */
      readonly clockSkewMs: number;
    })
  | { readonly service: string; readonly reachable: false; readonly why: string };

interface Parts {
  readonly services: readonly ServiceUpkeep[];
  /** The gateway's own report. */
  readonly reportOwnHealth: () => Promise<HealthReport>;
  readonly clock: Clock;
}

export async function readHealth(
  { services, reportOwnHealth, clock }: Parts,
  requestId: string,
): Promise<{ now: Temporal.Instant; services: ServiceHealth[] }> {
  const own = reportOwnHealth();
  const others = services.map(async (one): Promise<ServiceHealth> => {
    const asked = clock.now();
    const outcome = await one.reportHealth(requestId);
    const { service } = one;
    if (!outcome.reached) return { service, reachable: false, why: outcome.why };
    if (!outcome.answer.ok) return { service, reachable: false, why: outcome.answer.refusal.detail };
    const report = outcome.answer.value;
    // Its checks come first and its clock last, so that it is read as the answer leaves.
    return {
      service,
      reachable: true,
      why: null,
      clockSkewMs: skew(report.now, asked, clock.now()),
      ...report,
    };
  });
  const gateway = { service: 'gateway', reachable: true as const, why: null, clockSkewMs: 0, ...(await own) };
  return { services: [gateway, ...(await Promise.all(others))], now: clock.now() };
}

/** Zero where its moment lies between question and answer: that is as much as can be known. */
function skew(told: string, asked: Temporal.Instant, answered: Temporal.Instant): number {
  const moment = Temporal.Instant.from(told).epochMilliseconds;
  if (moment > answered.epochMilliseconds) return moment - answered.epochMilliseconds;
  return Math.min(0, moment - asked.epochMilliseconds);
}
