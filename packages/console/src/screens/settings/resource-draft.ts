import type { ResourceRecord } from '../../api/records.ts';

/** What is typed: texts, which the API reads. */
export interface ResourceDraft {
  readonly name: string;
  readonly slug: string;
  readonly kind: string;
  readonly roomTypeId: string;
  readonly units: string;
  readonly capacity: string;
  readonly currency: string;
  readonly timezone: string;
  readonly checkInTime: string;
  readonly checkOutTime: string;
  readonly description: string;
}

export function draftOf(
  resource: ResourceRecord | null,
  { timezone, defaultCurrency }: { readonly timezone: string; readonly defaultCurrency: string },
): ResourceDraft {
  return {
    name: resource?.name ?? '',
    slug: resource?.slug ?? '',
    kind: resource?.kind ?? 'hotel_room',
    roomTypeId: resource?.roomType?.id ?? '',
    units: String(resource?.units ?? 1),
    capacity: String(resource?.capacity ?? 2),
    currency: resource?.currency ?? defaultCurrency,
    timezone: resource?.timezone ?? timezone,
    checkInTime: resource?.checkInTime ?? '15:00',
    checkOutTime: resource?.checkOutTime ?? '11:00',
    description: resource?.description ?? '',
  };
}

/** Words joined by hyphens, of letters without accents. */
export function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

type Fields = Readonly<Record<string, string | number | null | undefined>>;

/** A number that is none stays a text, which the API refuses at its field. */
const wholeNumber = (text: string): number | string => (/^\d+$/.test(text.trim()) ? Number(text) : text);

function fieldsOf({ units, capacity, description, roomTypeId, kind, ...texts }: ResourceDraft): Fields {
  return {
    ...texts,
    kind,
    units: wholeNumber(units),
    capacity: wholeNumber(capacity),
    description: description === '' ? null : description,
    ...(kind !== 'generic' && roomTypeId !== '' && { roomTypeId }),
  };
}

export function newResourceOf(draft: ResourceDraft): Fields {
  return fieldsOf({ ...draft, slug: draft.slug === '' ? slugOf(draft.name) : draft.slug });
}

/** What differs; kind and currency never change. */
export function changesOf(draft: ResourceDraft, resource: ResourceRecord): Fields {
  const before = fieldsOf(draftOf(resource, { timezone: '', defaultCurrency: '' }));
  const { kind: _kind, currency: _currency, ...after } = fieldsOf(draft);
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));
}
