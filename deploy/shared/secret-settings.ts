import { publicKeyOf } from '@lodging/kit-security';
import type { Secrets } from './secrets.ts';
import { SERVICES } from './services.ts';
import type { ServiceName } from './services.ts';

export function secretSettings(service: ServiceName, secrets: Secrets): Record<string, string> {
  return { ...busSettings(service, secrets), ...ownSettings(service, secrets) };
}

/** Each service signs with a key of its own and knows the public keys of all. */
function busSettings(service: ServiceName, secrets: Secrets): Record<string, string> {
  const keyOf = (name: ServiceName): string => secrets(`bus.${name}`, 'bus_');
  const publicKeys = SERVICES.map((name) => `${name}:${publicKeyOf(keyOf(name))}`);
  return { BUS_SIGNING_KEY: keyOf(service), BUS_PUBLIC_KEYS: publicKeys.join(',') };
}

function ownSettings(service: ServiceName, secrets: Secrets): Record<string, string> {
  switch (service) {
    case 'gateway':
      return { ADMIN_TOKEN: secrets('gateway.admin', 'adm_'), CURSOR_SECRET: secrets('gateway.cursor') };
    case 'reservations':
      return {
        TOKEN_KEY_SECRET: secrets('reservations.tokens'),
        GUEST_CODE_SECRET: secrets('reservations.codes'),
        GUEST_DATA_SECRET: secrets('reservations.guests'),
      };
    case 'channels':
      return { FEED_SECRET: secrets('channels.feeds') };
    case 'notifications':
      return { WEBHOOK_SECRET_KEY: secrets('notifications.webhooks') };
    case 'payments':
      return {
        STRIPE_LIVE_SECRET_KEY: secrets('stripe.live', 'sk_live_'),
        STRIPE_TEST_SECRET_KEY: secrets('stripe.test', 'sk_test_'),
        STRIPE_WEBHOOK_SECRETS: secrets('stripe.webhook', 'whsec_'),
        PAYMENT_SECRET_KEY: secrets('payments.seal'),
      };
    case 'inventory':
      return {};
  }
}
