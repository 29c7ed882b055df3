import type { PaymentsDeps } from '../../ports/deps.ts';

export type ReportUnclaimedMoneyDeps = Pick<PaymentsDeps, 'unclaimedMoney'>;

const BATCH = 100;

/** Publishes reports of money that is still here after its reservation has ended, until none is due. */
export async function reportUnclaimedMoney({ unclaimedMoney }: ReportUnclaimedMoneyDeps): Promise<void> {
  while ((await unclaimedMoney.report(BATCH)) === BATCH);
}
