const PARAMETER = 'lodging-booking';

export type Return = 'paid' | 'cancelled';

/** Where the payment page sends the guest: this page, with a mark. */
export function returnAddress(outcome: Return): string {
  const address = new URL(location.href);
  address.searchParams.set(PARAMETER, outcome);
  address.hash = '';
  return address.href;
}

/** How the guest came back; the mark is taken off the address, so that a reload is a reload. */
export function takeReturn(): Return | null {
  const address = new URL(location.href);
  const outcome = address.searchParams.get(PARAMETER);
  if (outcome === null) return null;
  address.searchParams.delete(PARAMETER);
  history.replaceState(history.state, '', address);
  return outcome === 'paid' || outcome === 'cancelled' ? outcome : null;
}
