import { Unavailable } from '@lodging/kit-messaging';
import { timer } from '@lodging/kit-runtime';
import type { Logger, Timer } from '@lodging/kit-runtime';
import type { GatewayDeps } from '../ports/deps.ts';
import { recordAutomaticRefunds } from '../use-cases/audit/record-automatic-refunds.ts';
import type { RefundPosition } from '../use-cases/audit/record-automatic-refunds.ts';

export type TimerDeps = Pick<
  GatewayDeps,
  'keyUsage' | 'sessions' | 'audit' | 'payments' | 'rateLimiter' | 'instances' | 'clock'
> & { readonly log: Logger };

const KEY_USAGE_SECONDS = 60;
const PURGE_SESSIONS_SECONDS = 600;
const REFUND_SECONDS = 15;
const ABANDONED_SECONDS = 60;
const PURGE_AUDIT_SECONDS = 3_600;
const LOCAL_COUNT_SECONDS = 10;
const INSTANCE_COUNT_SECONDS = 10;

export function timers(deps: TimerDeps): Timer[] {
  const { keyUsage, sessions, audit, clock } = deps;
  const position: RefundPosition = {};
  return [
    timer({ name: 'flush-key-usage', seconds: KEY_USAGE_SECONDS }, () => keyUsage.flush()),
    timer({ name: 'purge-expired-sessions', seconds: PURGE_SESSIONS_SECONDS }, () =>
      sessions.purgeExpired(clock.now()),
    ),
    timer({ name: 'record-automatic-refunds', seconds: REFUND_SECONDS }, () => recordRefunds(deps, position)),
    timer({ name: 'complete-abandoned-audit-intents', seconds: ABANDONED_SECONDS }, () =>
      completeAbandoned(deps),
    ),
    timer({ name: 'purge-audit', seconds: PURGE_AUDIT_SECONDS }, async () => {
      while ((await audit.purge()) > 0);
    }),
    timer({ name: 'report-locally-counted-requests', seconds: LOCAL_COUNT_SECONDS }, async () =>
      reportCountedLocally(deps),
    ),
    timer({ name: 'count-gateway-processes', seconds: INSTANCE_COUNT_SECONDS }, () => countInstances(deps)),
  ];
}

async function recordRefunds(deps: TimerDeps, position: RefundPosition): Promise<void> {
  try {
    await recordAutomaticRefunds(deps, position);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    deps.log.debug({ err: error }, 'automatic refunds are recorded later: payments does not answer');
  }
}

async function completeAbandoned({ audit, log }: TimerDeps): Promise<void> {
  const completed = await audit.completeAbandoned();
  if (completed > 0) log.warn({ completed }, 'audit entries were completed with an unknown outcome');
}

function reportCountedLocally({ rateLimiter, log }: TimerDeps): void {
  const requests = rateLimiter.takeCountedLocally();
  if (requests > 0) log.warn({ requests }, 'requests were counted locally, because Redis was unavailable');
}

async function countInstances({ instances, log }: TimerDeps): Promise<void> {
  await instances
    .report()
    .catch((error: unknown) => log.debug({ err: error }, 'the gateway processes were not counted'));
}
