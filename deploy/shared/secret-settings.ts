import type { Secrets } from './secrets.ts';
import type { ServiceName } from './services.ts';

export function secretSettings(service: ServiceName, secrets: Secrets): Record<string, string> {
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
