import { boundedArray, listOf, rpc, text } from '@lodging/contract-wire';
import { z } from 'zod';

const context = 'payments';

const MAX_ORIGINS = 20;
const redirectOrigins = boundedArray(text({ min: 1, max: 200 }), { max: MAX_ORIGINS });
export const paymentAccount = z.object({
  provider: z.literal('stripe'),
  accountId: z.string().regex(/^acct_[A-Za-z0-9_]{1,64}$/, 'must be an account id of the provider'),
  redirectOrigins,
});
/** Without `redirectOrigins` those that are there stay. */
export const newPaymentAccount = paymentAccount.extend({ redirectOrigins: redirectOrigins.optional() });
/** The connected account of the tenant of the request. */
export const setPaymentAccount = rpc({
  context,
  name: 'set-payment-account',
  request: newPaymentAccount,
  response: paymentAccount,
  refusals: ['validation_failed'],
  idempotent: true,
  platformOnly: true,
});
export const readPaymentAccount = rpc({
  context,
  name: 'read-payment-account',
  request: z.object({}),
  response: paymentAccount,
  refusals: ['payment_account_not_found'],
  idempotent: true,
  platformOnly: true,
});
/** The same for the tenant's own clients. */
export const readOwnPaymentAccount = rpc({
  context,
  name: 'read-own-payment-account',
  request: z.object({}),
  response: paymentAccount
    .extend({
      accountId: paymentAccount.shape.accountId.meta({
        description: 'The connected account of the provider.',
      }),
      canCharge: z.boolean().meta({
        description: 'Whether the account can take payments; true while the provider cannot be reached.',
      }),
      redirectOrigins: listOf(z.string(), MAX_ORIGINS).meta({
        description: 'The origins to which guests may return from a payment page.',
      }),
    })
    .meta({
      id: 'PaymentAccount',
      description: 'The account that receives the payments of guests, in the mode of the key.',
      example: {
        provider: 'stripe',
        accountId: 'acct_1Seeblick',
        canCharge: true,
        redirectOrigins: ['https://seeblick.example'],
      },
    }),
  refusals: ['payment_account_not_found'],
  idempotent: true,
});
export const removePaymentAccount = rpc({
  context,
  name: 'remove-payment-account',
  request: z.object({}),
  response: z.object({ removed: z.boolean() }),
  refusals: ['payment_account_not_found'],
  idempotent: true,
  platformOnly: true,
});

/** Whether guests may be sent to an address: its origin is one of the `redirectOrigins`. */
export const checkRedirectUrl = rpc({
  context,
  name: 'check-redirect-url',
  request: z.object({ url: text({ min: 1, max: 2_000 }) }),
  /** Null where they may. */
  response: z.object({ problem: z.string().nullable() }),
  refusals: [],
  idempotent: true,
  calledFor: ['notifications.v1.put-mail-settings'],
});

/** Whether the tenant can take payments; called before units are claimed for a stay that must be paid. */
export const checkAccount = rpc({
  context,
  name: 'check-account',
  request: z.object({}),
  response: z.object({ canCharge: z.literal(true) }),
  refusals: ['provider_not_configured'],
  idempotent: true,
  calledFor: ['reservations.v1.create-booking'],
});
