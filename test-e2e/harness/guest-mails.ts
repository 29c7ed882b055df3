import type { Client } from './client.ts';
import type { Demo } from './demo.ts';
import { eventually } from './eventually.ts';

export interface GuestMail {
  readonly id: string;
  readonly kind: string;
  readonly version: number;
  readonly state: string;
  readonly reason: string | null;
  readonly attempts: number;
}

export interface ReceivedMail {
  readonly MessageID: string;
  readonly Subject: string;
  readonly Text: string;
  readonly HTML: string;
  readonly From: { readonly Name: string; readonly Address: string };
  readonly Attachments: readonly { readonly ContentType: string }[];
}

export const MAIL_SETTINGS = { enabled: true, propertyName: 'Hotel Seeblick' };

export async function mailsOf(secret: Client, bookingId: string): Promise<GuestMail[]> {
  return (await secret.get<{ mails: GuestMail[] }>(`/v1/bookings/${bookingId}/mails`)).body.mails;
}

/** The mails to an address with this in the subject, newest first, once there are so many. */
export function mailsTo(
  { mail }: Demo,
  address: string,
  subject: string,
  count = 1,
): Promise<ReceivedMail[]> {
  return eventually(`${count} mails to ${address}: ${subject}`, async () => {
    const query = encodeURIComponent(`to:${address} subject:"${subject}"`);
    const list = (await (await fetch(`${mail.url}/api/v1/search?query=${query}`)).json()) as {
      messages: { ID: string }[];
    };
    if (list.messages.length < count) return undefined;
    return Promise.all(
      list.messages.map(
        async ({ ID }) => (await (await fetch(`${mail.url}/api/v1/message/${ID}`)).json()) as ReceivedMail,
      ),
    );
  });
}
