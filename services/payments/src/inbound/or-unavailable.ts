import { Unavailable } from '@lodging/kit-messaging';
import { ProviderUnavailable } from '../ports/provider.ts';

/** An outage of the provider is an outage of this operation to its callers. */
export async function orUnavailable<T>(
  operation: { readonly subject: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new Unavailable(operation.subject, 'fault', error);
    throw error;
  }
}
