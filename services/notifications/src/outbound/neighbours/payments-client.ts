import { checkRedirectUrl } from '@lodging/contract-payments';
import type { Bus } from '@lodging/kit-messaging';
import type { PaymentsClient } from '../../ports/neighbours.ts';

const TIMEOUT_MS = 2_000;

export function createPaymentsClient(bus: Pick<Bus, 'request'>): PaymentsClient {
  return {
    async redirectUrlProblem(ctx, url) {
      const answer = await bus.request(checkRedirectUrl, { url }, ctx, { timeoutMs: TIMEOUT_MS });
      return answer.ok ? answer.value.problem : answer.refusal.detail;
    },
  };
}
