const PARAMETER = 'lodging-booking';
/** What the payment provider adds to the address, after a card with a further step. The second is a secret. */
const PROVIDER_PARAMETERS = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'];

export type Return = 'paid' | 'cancelled';

/** Where the payment page sends the guest: this page, with a mark. */
export function returnAddress(outcome: Return): string {
  const address = new URL(location.href);
  for (const name of PROVIDER_PARAMETERS) address.searchParams.delete(name);
  address.searchParams.set(PARAMETER, outcome);
  address.hash = '';
  return address.href;
}

/**
 * How the guest came back; the marks are taken off the address, so that a reload is a reload. Those of the provider stay where
 * our own is missing: they belong to another payment of the page.
 */
export function takeReturn(): Return | null {
  const address = new URL(location.href);
  const outcome = address.searchParams.get(PARAMETER);
  if (outcome === null) return null;
  for (const name of [PARAMETER, ...PROVIDER_PARAMETERS]) address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
  return outcome === 'paid' || outcome === 'cancelled' ? outcome : null;
}
