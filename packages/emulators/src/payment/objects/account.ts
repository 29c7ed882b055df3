import type Stripe from 'stripe';
import type { AccountRecord } from '../state/records.ts';

export function isAccountId(text: string): boolean {
  return /^acct_[\w-]+$/.test(text);
}

/** As set by the control API, else by the account’s name. */
export function canCharge(id: string, record: AccountRecord | undefined): boolean {
  return record?.object.chargesEnabled ?? !id.startsWith('acct_disabled');
}

export function accountObject(id: string, chargesEnabled: boolean): Stripe.Account {
  const disabledReason = chargesEnabled ? null : 'requirements.past_due';
  return {
    id,
    object: 'account',
    business_type: 'company',
    capabilities: { card_payments: chargesEnabled ? 'active' : 'inactive', transfers: 'active' },
    charges_enabled: chargesEnabled,
    country: 'DE',
    created: FIRST_OF_2026,
    default_currency: 'eur',
    details_submitted: true,
    email: `${id}@example.com`,
    metadata: {},
    payouts_enabled: chargesEnabled,
    requirements: { ...nothingDue, disabled_reason: disabledReason },
    type: 'standard',
  };
}

const FIRST_OF_2026 = 1_767_225_600;

const nothingDue = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
} satisfies Partial<Stripe.Account.Requirements>;
