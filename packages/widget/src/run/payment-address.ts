import { THIS_MACHINE } from './this-machine.ts';

/**
 * Where an answer of the API sends the guest to pay; null for an address that the page must not open. Https alone: a
 * `javascript:` address would run in the property's page. With a test key also http on this machine, for development.
 */
export function paymentAddress(answered: string, publishableKey: string): URL | null {
  if (!URL.canParse(answered)) return null;
  const address = new URL(answered);
  if (address.protocol === 'https:') return address;
  const isDevelopment = publishableKey.startsWith('pk_test_') && THIS_MACHINE.has(address.hostname);
  return isDevelopment && address.protocol === 'http:' ? address : null;
}
