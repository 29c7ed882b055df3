import { THIS_MACHINE } from './this-machine.ts';

let hasWarned = false;

/** The refusal would come at the payment, the last step of the guest. Once a page. */
export function warnDeveloper(publishableKey: string, { protocol, hostname, origin }: Location): void {
  const isLocal = protocol === 'http:' && THIS_MACHINE.has(hostname);
  if (hasWarned || !isLocal || !publishableKey.startsWith('pk_live_')) return;
  hasWarned = true;
  // oxlint-disable-next-line no-console -- Developers look there, and a page has no log.
  console.error(
    `lodging-booking: a live key cannot take payments on ${origin}. On localhost use pk_test_…, as ` +
      '`lodging widget snippet <tenant> --mode test` says.',
  );
}
