import { refuse } from '@lodging/kernel';
import type { Refusal, Result } from '@lodging/kernel';
import { ProviderUnavailable } from '../../ports/provider.ts';

/** Refuses with `payment_setup_failed` where the provider did not answer; the same request may then be repeated. */
export async function refuseWhenUnavailable<T, R extends Refusal>(
  work: () => Promise<Result<T, R>>,
): Promise<Result<T, R | Refusal<'payment_setup_failed'>>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    const detail = 'The payment provider did not respond; retry the same request.';
    return refuse('payment_setup_failed', detail);
  }
}
