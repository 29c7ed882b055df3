import { summarizeMoney } from '@lodging/contract-payments';
import { instantText } from '@lodging/kernel';
import type { Bus } from '@lodging/kit-messaging';
import type { MoneySummaryClient } from '../../ports/money.ts';

/** Within the time that a report has. */
const REPORT = { timeoutMs: 4_000 };

export function createMoneySummaryClient(bus: Bus): MoneySummaryClient {
  return {
    async summarize(ctx, { from, to }) {
      const period = { from: instantText(from), to: instantText(to) };
      const answer = await bus.request(summarizeMoney, period, ctx, REPORT);
      if (!answer.ok) throw new Error('payments answered with an undeclared refusal');
      return answer.value.totals.map(({ currency, collectedMinorUnits, returnedMinorUnits }) => ({
        currency,
        collected: BigInt(collectedMinorUnits),
        returned: BigInt(returnedMinorUnits),
        retained: 0n,
      }));
    },
  };
}
