import type { MailKind } from './mail-kind.ts';

/** A mail to the guest of a booking, without address and text. */
export interface GuestMail {
  readonly id: string;
  readonly kind: MailKind;
  /** Of what it reports. */
  readonly version: number;
  readonly state: 'queued' | 'sent' | 'failed' | 'suppressed';
  readonly reason: string | null;
  readonly attempts: number;
  readonly createdAt: Temporal.Instant;
  readonly sentAt: Temporal.Instant | null;
}
