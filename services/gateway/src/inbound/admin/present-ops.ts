import type { BacklogOverview, HealthOverview } from '@lodging/contract-public';
import type { BacklogOf } from '../../use-cases/read-backlog.ts';
import type { DeadLetterOf, DeadLetterPage } from '../../use-cases/list-dead-letters.ts';
import type { ServiceHealth } from '../../use-cases/read-health.ts';
import type { Unreached } from '../../use-cases/ops-ports.ts';

export function healthOverview(seen: {
  now: Temporal.Instant;
  services: readonly ServiceHealth[];
}): HealthOverview {
  const allWell = seen.services.every((one) => one.reachable && one.checks.every(({ ok }) => ok));
  return {
    status: allWell ? 'ok' : 'degraded',
    now: seen.now.toString({ smallestUnit: 'millisecond' }),
    services: [...seen.services],
  };
}

export function backlogOverview(seen: { services: BacklogOf[]; unreached: Unreached[] }): BacklogOverview {
  return { services: seen.services, unreachable: seen.unreached };
}

export function deadLetterPage({ deadLetters, nextCursor, unreached }: DeadLetterPage) {
  return { deadLetters: deadLetters.map(deadLetterRecord), nextCursor, unreachable: unreached };
}

/** Whatever more there is of it goes with it. */
export function deadLetterRecord<Letter extends DeadLetterOf>({ service, ...letter }: Letter) {
  const diedAt = Temporal.Instant.from(letter.diedAt).toString({ smallestUnit: 'millisecond' });
  return { service, ...letter, diedAt };
}
