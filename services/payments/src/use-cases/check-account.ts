import { ok, refuse } from '@lodging/kernel';
import type { Clock, Result } from '@lodging/kernel';
import { ProviderUnavailable } from './ports.ts';
import type { Accounts, Provider, ProviderAccount } from './ports.ts';

export interface CheckAccountPorts {
  readonly accounts: Accounts;
  readonly provider: Provider;
  readonly clock: Clock;
}

/** A no is never kept: who mends his account can be paid at once. */
const GOOD_FOR = { seconds: 60 };
const KEEP_AT_MOST = 10_000;

export function checkAccount({ accounts, provider, clock }: CheckAccountPorts) {
  const good = new Map<string, Temporal.Instant>();

  async function canCharge(purse: ProviderAccount): Promise<boolean> {
    const key = `${purse.accountId} ${purse.livemode}`;
    const now = clock.now();
    const until = good.get(key);
    if (until !== undefined && Temporal.Instant.compare(now, until) < 0) return true;
    try {
      const can = await provider.canCharge(purse);
      if (good.size >= KEEP_AT_MOST) good.clear();
      if (can) good.set(key, now.add(GOOD_FOR));
      else good.delete(key);
      return can;
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      // Nobody can be asked: the account that we know of is believed, and opening the payment will tell.
      return true;
    }
  }

  return async (
    tenantId: string,
    livemode: boolean,
  ): Promise<Result<{ canCharge: true }, { code: 'provider_not_configured'; detail: string }>> => {
    const account = await accounts.find(tenantId);
    if (account === undefined)
      return refuse('provider_not_configured', 'The tenant has no account to be paid on.');
    return (await canCharge({ accountId: account.accountId, livemode }))
      ? ok({ canCharge: true })
      : refuse('provider_not_configured', 'The account of the tenant cannot take payments.');
  };
}
