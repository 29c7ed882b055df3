import { readGuestSettings, sendGuestLink } from '@lodging/contract-notifications';
import type { RequestOf, ResponseOf } from '@lodging/contract-wire';
import { ok } from '@lodging/kernel';
import { on } from '@lodging/kit-messaging';
import type { NeighbourFaults } from './neighbour-faults.ts';
import { refusalOf } from './neighbour-faults.ts';

export type Settings = ResponseOf<typeof readGuestSettings>;

const SETTINGS: Settings = {
  propertyName: 'Hotel Seeblick',
  address: 'Seestraße 1',
  phone: null,
  website: null,
  logoUrl: null,
  accentColor: null,
  manageUrl: 'https://seeblick.example/manage',
  guestMay: { cancel: true, changeDates: true, pay: true },
};

/** The mail settings of all tenants, and the links that were mailed. */
export function stubGuestSettings(faults: NeighbourFaults) {
  const links: RequestOf<typeof sendGuestLink>[] = [];
  let changes: Partial<Settings> = {};
  return {
    links,
    change(next: Partial<Settings>) {
      changes = next;
    },
    routes: [
      on(readGuestSettings, async () => ok({ ...SETTINGS, ...changes })),
      on(sendGuestLink, async (link) => {
        await refusalOf(faults.mail);
        links.push(link);
        return ok({ sent: true });
      }),
    ],
  };
}
