import type { ResourceRecord } from '../../../api/records.ts';
import type { Separators } from '../../../domain/amount-input.ts';
import { readFactor, writePercent } from '../../../domain/percent-input.ts';

/** The name and the description in another language. */
export interface TranslationDraft {
  readonly language: string;
  readonly name: string;
  readonly description: string;
}

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
  /** Words with a comma or a space between them. */
  readonly features: string;
  /** An address a line. */
  readonly photos: string;
  readonly translations: readonly TranslationDraft[];
  /** Of what has no plans. Empty: none of its own. */
  readonly policy: string;
  /** Percent; empty: all is paid at the booking. */
  readonly deposit: string;
  readonly balanceDays: string;
}

interface Defaults {
  readonly timezone: string;
  readonly defaultCurrency: string;
}

export function draftOf(
  resource: ResourceRecord | null,
  { timezone, defaultCurrency }: Defaults,
  separators: Separators,
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
    ...guestWordsOf(resource),
    ...saleOf(resource, separators),
  };
}

function guestWordsOf(resource: ResourceRecord | null) {
  const translations = Object.entries(resource?.translations ?? {});
  return {
    description: resource?.description ?? '',
    features: resource?.features.join(', ') ?? '',
    photos: resource?.photoUrls.join('\n') ?? '',
    translations: translations.map(([language, { name = '', description = '' }]) => ({
      language,
      name,
      description,
    })),
  };
}

function saleOf(resource: ResourceRecord | null, separators: Separators) {
  const deposit = resource?.deposit ?? null;
  return {
    policy: resource?.cancellationPolicyCode ?? '',
    deposit: deposit === null ? '' : writePercent(deposit.percentBps, separators),
    balanceDays: String(deposit?.balanceDueDaysBefore ?? 0),
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

export const featuresOf = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '');
export const photosOf = (text: string): string[] => text.split(/\s+/).filter((line) => line !== '');

type Fields = Readonly<Record<string, unknown>>;
export type ReadResource =
  | { readonly ok: true; readonly fields: Fields }
  | { readonly ok: false; readonly faults: readonly string[] };

/** A number that is none stays a text, which the API refuses at its field. */
const wholeNumber = (text: string): number | string => (/^\d+$/.test(text.trim()) ? Number(text) : text);

const MOST_DEPOSIT_BPS = 9_999;

function fieldsOf(draft: ResourceDraft, separators: Separators): Fields {
  const { name, slug, kind, currency, timezone, checkInTime, checkOutTime, roomTypeId } = draft;
  const isGeneric = kind === 'generic';
  return {
    name,
    slug,
    kind,
    currency,
    timezone,
    checkInTime,
    checkOutTime,
    units: wholeNumber(draft.units),
    capacity: wholeNumber(draft.capacity),
    description: draft.description === '' ? null : draft.description,
    features: featuresOf(draft.features),
    photoUrls: photosOf(draft.photos),
    translations: Object.fromEntries(
      translated(draft).map(({ language, ...texts }) => [
        language.trim(),
        Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
      ]),
    ),
    ...(!isGeneric && roomTypeId !== '' && { roomTypeId }),
    // What has plans is sold on the terms of its plans.
    ...(isGeneric && { cancellationPolicyCode: draft.policy || null, deposit: depositOf(draft, separators) }),
  };
}

/** An entry without a text is none. */
const translated = ({ translations }: ResourceDraft): readonly TranslationDraft[] =>
  translations.filter(({ name, description }) => name !== '' || description !== '');

function depositOf({ deposit, balanceDays }: ResourceDraft, separators: Separators): object | null {
  if (deposit.trim() === '') return null;
  const percentBps = readFactor(deposit, separators, MOST_DEPOSIT_BPS);
  return { percentBps, balanceDueDaysBefore: wholeNumber(balanceDays) };
}

/** What the API could not point at: a share that is none, and two texts for one language, or for none. */
function faultsOf(draft: ResourceDraft, separators: Separators): string[] {
  const { deposit, kind, translations } = draft;
  const wrong = deposit.trim() !== '' && (readFactor(deposit, separators, MOST_DEPOSIT_BPS) ?? 0) === 0;
  const languages = translations.map(({ language }) => language.trim().toLowerCase());
  const unclear = translated(draft)
    .map((one) => translations.indexOf(one))
    .filter((at) => languages[at] === '' || languages.indexOf(languages[at] ?? '') < at);
  return [
    ...(kind === 'generic' && wrong ? ['/deposit/percentBps'] : []),
    ...unclear.map((at) => `/translations/${at}`),
  ];
}

export function readNewResource(draft: ResourceDraft, separators: Separators): ReadResource {
  const faults = faultsOf(draft, separators);
  if (faults.length > 0) return { ok: false, faults };
  const slug = draft.slug === '' ? slugOf(draft.name) : draft.slug;
  return { ok: true, fields: fieldsOf({ ...draft, slug }, separators) };
}

/** What differs; kind and currency never change. */
export function readChanges(
  draft: ResourceDraft,
  resource: ResourceRecord,
  separators: Separators,
): ReadResource {
  const faults = faultsOf(draft, separators);
  if (faults.length > 0) return { ok: false, faults };
  const first = draftOf(resource, { timezone: '', defaultCurrency: '' }, separators);
  const before = fieldsOf(first, separators);
  const { kind: _kind, currency: _currency, ...after } = fieldsOf(draft, separators);
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return { ok: true, fields: Object.fromEntries(changed) };
}
