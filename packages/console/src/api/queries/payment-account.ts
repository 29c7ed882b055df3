import { queryOptions } from '@tanstack/react-query';
import { codeOf, lodging } from '../lodging.ts';
import { RARELY_CHANGED_MS } from './resources.ts';

/** Null where none is connected. */
export const paymentAccountQuery = queryOptions({
  queryKey: ['payment-account'],
  queryFn: async ({ signal }) => {
    try {
      return await lodging.paymentAccount.get({ signal });
    } catch (error) {
      if (codeOf(error) === 'payment_account_not_found') return null;
      throw error;
    }
  },
  staleTime: RARELY_CHANGED_MS,
});
