// The package's one door: a payment provider and a mailbox to develop and test against.
export { startPaymentStandIn } from './payment/start-payment-stand-in.ts';
export type { PaymentStandIn, PaymentStandInOptions } from './payment/start-payment-stand-in.ts';
export type { DeliveryRule } from './payment/webhooks/delivery-rules.ts';
export type { FaultRule } from './payment/control/faults.ts';
export type { Delivery } from './payment/state/records.ts';
export { startMailbox } from './mail/start-mailbox.ts';
export type { Mailbox, MailboxOptions } from './mail/start-mailbox.ts';
export type { MailMessage, MailSummary } from './mail/message.ts';
export { readSettings } from './settings.ts';
