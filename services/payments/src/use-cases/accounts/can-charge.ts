import { ProviderUnavailable } from '../../ports/provider.ts';
import type { ProviderAccount, ProviderClient } from '../../ports/provider.ts';

/** A provider outage does not stop bookings: if the account cannot charge, opening the payment is refused. */
export async function canCharge(provider: ProviderClient, account: ProviderAccount): Promise<boolean> {
  try {
    return await provider.canCharge(account);
  } catch (error) {
    if (error instanceof ProviderUnavailable) return true;
    throw error;
  }
}
