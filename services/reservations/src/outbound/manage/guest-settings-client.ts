import { readGuestSettings, sendGuestLink } from '@lodging/contract-notifications';
import { instantText } from '@lodging/kernel';
import type { Bus } from '@lodging/kit-messaging';
import type { GuestSettingsClient } from '../../ports/manage.ts';

const READ = { timeoutMs: 1_500 };
/** Covers the exchange with the mail server. */
const MAIL = { timeoutMs: 20_000 };

export function createGuestSettingsClient(bus: Pick<Bus, 'request'>): GuestSettingsClient {
  return {
    async read(ctx) {
      const answer = await bus.request(readGuestSettings, {}, ctx, READ);
      // The contract of this operation has no refusals.
      if (!answer.ok) throw new Error(`notifications refused to read: ${answer.refusal.code}`);
      const { propertyName: name, manageUrl, guestMay, ...property } = answer.value;
      return { property: { name, ...property }, manageUrl, guestMay };
    },
    async sendLink(ctx, { startsAt, endsAt, ...link }) {
      const request = { ...link, startsAt: instantText(startsAt), endsAt: instantText(endsAt) };
      await bus.request(sendGuestLink, request, ctx, MAIL);
    },
  };
}
