import { callApi } from './call-api.ts';
import type { Api } from './call-api.ts';
import type { DemoTenant } from './demo-data.ts';

/** Guests of the demo get mails: the mailbox shows them. Those of the sandbox go to a mailbox of the property. */
export async function seedMails(
  tenant: DemoTenant,
  gatewayUrl: string,
  secretKeys: readonly string[],
): Promise<void> {
  await Promise.all(secretKeys.map((key) => seedMailSettings(callApi(gatewayUrl, key), tenant)));
}

async function seedMailSettings(api: Api, { name, slug }: DemoTenant): Promise<void> {
  await api.put('/v1/mail-settings', {
    enabled: true,
    propertyName: name,
    replyTo: `desk@${slug}.example`,
    languages: ['en', 'de', 'fr', 'es'],
    website: `https://${slug}.example`,
    reminderDaysBefore: 2,
    testMailbox: `guest-mails@${slug}.example`,
    guestMay: { cancel: true, changeDates: true, pay: true },
  });
}

/** For the sandbox: the demo's page is on http, which a live side refuses. */
export async function linkManagePage(sandbox: Api, manageUrl: string): Promise<void> {
  const settings: object = Object(await sandbox.get('/v1/mail-settings'));
  await sandbox.put('/v1/mail-settings', { ...settings, manageUrl });
}
