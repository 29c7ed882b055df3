const PARAMETER = 'token';
const STORED = 'lodging-manage-token';
/** What the payment provider adds to the address. The second is a secret. */
const PROVIDER_PARAMETERS = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'];

/**
 * The token of the link that the guest has opened. It leaves the address at once, before it is in the history of the browser
 * for good. It stays for this tab, which the payment page brings back. A page does the same in a script before all others,
 * as the README says: until this one is loaded, other files of the page are.
 */
export function takeGuestToken(): string | null {
  const address = new URL(location.href);
  const given = address.searchParams.get(PARAMETER);
  for (const name of [PARAMETER, ...PROVIDER_PARAMETERS]) address.searchParams.delete(name);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
  if (given !== null) {
    storeGuestToken(given);
    return given;
  }
  try {
    return sessionStorage.getItem(STORED);
  } catch {
    return null;
  }
}

/** Null: the token is not valid any more. A browser that stores nothing asks for the link again. */
export function storeGuestToken(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, token);
  } catch {
    // The token is in memory.
  }
}
