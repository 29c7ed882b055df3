export type Outcome =
  | { readonly kind: 'succeeds' }
  | {
      readonly kind: 'declines';
      readonly code: string;
      readonly declineCode: string | null;
      readonly message: string;
    }
  /** Requires action: the cardholder completes or fails authentication on a page. */
  | { readonly kind: 'authenticates' }
  /** The intent stays `processing` until the control API settles it. */
  | { readonly kind: 'processes' };

export interface TestPayment {
  readonly type: 'card' | 'us_bank_account';
  readonly brand: string;
  /** The test number of the card or account. */
  readonly number: string;
  readonly outcome: Outcome;
  readonly refund: 'succeeds' | 'pends' | 'fails';
}

const succeeds: Outcome = { kind: 'succeeds' };

function card(
  number: string,
  outcome: Outcome,
  refund: TestPayment['refund'] = 'succeeds',
  brand = 'visa',
): TestPayment {
  return { type: 'card', brand, number, outcome, refund };
}

function declines(code: string, declineCode: string | null, message: string): Outcome {
  return { kind: 'declines', code, declineCode, message };
}

const testPayments: Readonly<Record<string, TestPayment>> = {
  pm_card_visa: card('4242424242424242', succeeds),
  pm_card_visa_debit: card('4000056655665556', succeeds),
  pm_card_mastercard: card('5555555555554444', succeeds, 'succeeds', 'mastercard'),
  pm_card_amex: card('378282246310005', succeeds, 'succeeds', 'amex'),
  pm_card_chargeDeclined: card(
    '4000000000000002',
    declines('card_declined', 'generic_decline', 'Your card was declined.'),
  ),
  pm_card_visa_chargeDeclined: card(
    '4000000000000002',
    declines('card_declined', 'generic_decline', 'Your card was declined.'),
  ),
  pm_card_visa_chargeDeclinedInsufficientFunds: card(
    '4000000000009995',
    declines('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  ),
  pm_card_visa_chargeDeclinedLostCard: card(
    '4000000000009987',
    declines('card_declined', 'lost_card', 'Your card was declined.'),
  ),
  pm_card_chargeDeclinedExpiredCard: card(
    '4000000000000069',
    declines('expired_card', null, 'Your card has expired.'),
  ),
  pm_card_chargeDeclinedIncorrectCvc: card(
    '4000000000000127',
    declines('incorrect_cvc', null, "Your card's security code is incorrect."),
  ),
  pm_card_chargeDeclinedProcessingError: card(
    '4000000000000119',
    declines(
      'processing_error',
      null,
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  ),
  pm_card_authenticationRequired: card('4000002760003184', { kind: 'authenticates' }),
  pm_card_authenticationRequiredOnSetup: card('4000002500003155', { kind: 'authenticates' }),
  pm_card_refundFail: card('4000000000005126', succeeds, 'fails'),
  pm_card_pendingRefund: card('4000000000007726', succeeds, 'pends'),
  pm_usBankAccount_success: {
    type: 'us_bank_account',
    brand: 'us_bank_account',
    number: '000123456789',
    outcome: { kind: 'processes' },
    refund: 'succeeds',
  },
};

export function testPaymentByName(name: string): TestPayment | undefined {
  return Object.hasOwn(testPayments, name) ? testPayments[name] : undefined;
}

export function testPaymentByNumber(number: string): TestPayment | undefined {
  const digits = number.replaceAll(/\D/g, '');
  return Object.values(testPayments).find((payment) => payment.number === digits);
}

/** `tok_chargeDeclined` is the card of `pm_card_chargeDeclined`. */
export function testPaymentByToken(token: string): TestPayment | undefined {
  return testPaymentByName(token.replace(/^tok_/, 'pm_card_'));
}
