import { ApiError } from './call-api.ts';
import type { Api } from './call-api.ts';

export interface DemoCalendars {
  /** The address of the calendars of the emulated channel. */
  readonly calendarsUrl: string;
  readonly today: Temporal.PlainDate;
  /** The stay whose nights the channel sells once more. */
  readonly oversold: {
    readonly resourceId: string | undefined;
    readonly from: Temporal.PlainDate;
    readonly until: Temporal.PlainDate;
  };
  /** Of the calendar that cannot be read. */
  readonly otherResourceId: string | undefined;
}

interface Listing {
  readonly externalListingId: string | null;
}

/** With the day of departure, by which a later start knows that its dates are over: the address is masked in answers. */
const OVERSOLD = 'demo-oversold-';

/**
 * One calendar that cannot be read, and one of a channel that has sold the nights of a stay once more. The second one is
 * followed by another once its dates are over.
 */
export async function seedCalendars(api: Api, demo: DemoCalendars): Promise<void> {
  const { calendarsUrl, today, oversold, otherResourceId } = demo;
  const connections: { id: string }[] = Object(
    await api.get('/v1/channel-connections?limit=100'),
  ).connections;
  const listings = await Promise.all(connections.map(({ id }) => listingsOf(api, id)));
  if (!isOversoldAhead(listings.flat(), today)) {
    const { resourceId, from, until } = oversold;
    await connect(api, `${calendarsUrl}/${from}/${until}.ics`, { resourceId, name: `${OVERSOLD}${until}` });
  }
  if (connections.length > 0) return;
  await connect(api, `${calendarsUrl}/gone.ics`, { resourceId: otherResourceId, name: 'demo' });
}

/** On the day of departure the nights are over. */
export function isOversoldAhead(listings: readonly Listing[], today: Temporal.PlainDate): boolean {
  return listings.some(({ externalListingId }) => {
    const [, until] = /^demo-oversold-(\d{4}-\d{2}-\d{2})$/.exec(externalListingId ?? '') ?? [];
    return until !== undefined && until > today.toString();
  });
}

async function listingsOf(api: Api, connectionId: string): Promise<Listing[]> {
  return Object(await api.get(`/v1/channel-connections/${connectionId}/listings`)).listings;
}

interface MappedTo {
  readonly resourceId: string | undefined;
  readonly name: string;
}

async function connect(api: Api, feedUrl: string, { resourceId, name }: MappedTo): Promise<void> {
  // It is not for sale any more.
  if (resourceId === undefined) return;
  try {
    const { id } = Object(await api.post('/v1/channel-connections', { channel: 'ical', feedUrl }));
    await api.post(`/v1/channel-connections/${id}/listings`, { resourceId, externalListingId: name });
    await api.post(`/v1/channel-connections/${id}/sync`, {});
  } catch (error) {
    // Channels may not be allowed to read addresses of this machine.
    if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error;
  }
}
