import type Stripe from 'stripe';
import { accountObject, canCharge, isAccountId } from '../objects/account.ts';
import { ApiError, errorCode } from '../protocol/api-error.ts';
import type { Provider } from '../provider.ts';
import type { Call } from './operation.ts';

/** The platform names a connected account by the path, with or without the header. */
export function retrieveAccount(provider: Provider, call: Call): Stripe.Account {
  const id = call.id === '' ? call.account : call.id;
  if (!isAccountId(id)) throw accountInvalid(id);
  return accountObject(id, canCharge(id, provider.store.accounts.find(id, id)));
}

export function accountInvalid(id: string): ApiError {
  const message = `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`;
  return new ApiError(
    403,
    { type: 'invalid_request_error', message, ...errorCode('account_invalid') },
    false,
  );
}
