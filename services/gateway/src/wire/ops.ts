import type { BacklogOverview, HealthOverview } from '@lodging/contract-public';
import type { BacklogReport } from '@lodging/contract-wire';
import { instantText } from '@lodging/kernel';
import type { Collected } from '../use-cases/ops/collect-from-services.ts';
import type { ServiceDeadLetter } from '../use-cases/ops/list-dead-letters.ts';
import type { Health } from '../use-cases/ops/read-health.ts';

export function healthToWire({ now, services }: Health): HealthOverview {
  const isHealthy = services.every((service) => service.reachable && service.checks.every(({ ok }) => ok));
  return { status: isHealthy ? 'ok' : 'degraded', now: instantText(now), services: [...services] };
}

export function backlogToWire({ answers, unreached }: Collected<BacklogReport>): BacklogOverview {
  return {
    services: answers.map(({ service, value }) => ({ service, ...value })),
    unreachable: unreached,
  };
}

/** `diedAt` is exact to the microsecond between services, because lists are ordered by it. */
export function deadLetterToWire<DeadLetter extends ServiceDeadLetter>({
  service,
  ...deadLetter
}: DeadLetter) {
  return { service, ...deadLetter, diedAt: instantText(Temporal.Instant.from(deadLetter.diedAt)) };
}
