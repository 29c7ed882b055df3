import { Unavailable } from '@lodging/kit-messaging';
import { timer } from '@lodging/kit-runtime';
import type { Logger, Timer } from '@lodging/kit-runtime';
import type { AuditTrail } from '../ports.ts';

const SWEEP_SECONDS = 60;
const PRUNE_SECONDS = 3_600;
const REFUND_SECONDS = 15;

export function auditTimers(
  audit: Pick<AuditTrail, 'completeAbandoned' | 'prune'>,
  recordRefunds: () => Promise<void>,
  log: Logger,
): readonly Timer[] {
  return [
    timer({ name: 'record-automatic-refunds', seconds: REFUND_SECONDS }, () =>
      recordRefunds().catch((error: unknown) => {
        if (!(error instanceof Unavailable)) throw error;
        log.debug({ err: error }, 'automatic refunds are recorded later: payments does not answer');
      }),
    ),
    timer({ name: 'complete-abandoned-audit-intents', seconds: SWEEP_SECONDS }, async () => {
      const completed = await audit.completeAbandoned();
      if (completed > 0) log.warn({ completed }, 'audit entries were completed with an unknown outcome');
    }),
    timer({ name: 'prune-audit', seconds: PRUNE_SECONDS }, async () => {
      while ((await audit.prune()) > 0);
    }),
  ];
}
