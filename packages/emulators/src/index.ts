export { startPaymentEmulator } from './payment/start-payment-emulator.ts';
export type { PaymentEmulator, PaymentEmulatorOptions } from './payment/start-payment-emulator.ts';
export type { DeliveryRule } from './payment/webhooks/delivery-rules.ts';
export type { FaultRule } from './payment/control/faults.ts';
export type { Delivery } from './payment/state/records.ts';
export { startMailbox } from './mail/start-mailbox.ts';
export type { Mailbox, MailboxOptions } from './mail/start-mailbox.ts';
export type { MailMessage, MailSummary } from './mail/message.ts';
export { readSettings } from './settings.ts';
