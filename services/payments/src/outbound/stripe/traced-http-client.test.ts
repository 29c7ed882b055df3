import { expect, it } from 'vitest';
import { templateOf } from './traced-http-client.ts';

it.each([
  ['/v1/payment_intents', '/v1/payment_intents'],
  ['/v1/payment_intents/pi_3NabcDEF/cancel?expand=x', '/v1/payment_intents/:id/cancel'],
  ['/v1/checkout/sessions/cs_test_a1B2/expire', '/v1/checkout/sessions/:id/expire'],
  ['/v1/refunds?payment_intent=pi_1', '/v1/refunds'],
  ['/v1/accounts/acct_1abcDEF', '/v1/accounts/:id'],
])('%s becomes %s: ids of the provider are not in span names', (path, template) => {
  expect(templateOf(path)).toBe(template);
});
