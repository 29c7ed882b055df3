import type { RequestContext } from '@lodging/kit-runtime';

/** The mail with a code may arrive: the code must stay valid. The cause is the failure of the request. */
export class MailUnconfirmed extends Error {
  override readonly name = 'MailUnconfirmed';
}

export interface NotificationsClient {
  /** Throws MailUnconfirmed, or another error where the mail was not sent. */
  sendCode(
    ctx: RequestContext,
    mail: {
      readonly reservationId: string;
      readonly to: string;
      readonly code: string;
      readonly expiresAt: Temporal.Instant;
    },
  ): Promise<void>;
}
