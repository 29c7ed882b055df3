/** The query of an address as it is: texts, never JSON, and lists with plain commas. */

export type Search<Name extends string> = { readonly [Key in Name]?: string | undefined };

export function readSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function writeSearch(search: object): string {
  const entries = Object.entries(search).filter(
    (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  const text = new URLSearchParams(entries).toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
}

/** What a screen takes from the query; all else is dropped. */
export function searchOf<Name extends string>(...names: Name[]) {
  return (raw: Readonly<Record<string, unknown>>): Search<Name> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = raw[name];
        return typeof value === 'string' && value !== '' ? [[name, value]] : [];
      }),
    ) as Search<Name>;
}

/** The filters of the list of bookings; also where other pages lead to it. */
export const bookingsSearch = searchOf(
  'q',
  'state',
  'balance',
  'source',
  'resource',
  'plan',
  'units',
  'reference',
  'email',
  'guest',
  'group',
  'arrivalFrom',
  'arrivalUntil',
  'departureFrom',
  'departureUntil',
  'stayFrom',
  'stayUntil',
  'madeFrom',
  'madeUntil',
  'cancelledOn',
  'metadataKey',
  'metadataValue',
  'sort',
);
export type BookingsSearch = ReturnType<typeof bookingsSearch>;
