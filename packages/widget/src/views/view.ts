import type { Formats } from '../format/formats.ts';
import type { GuestAction } from '../machine/events.ts';
import type { Choice, Model } from '../machine/model.ts';
import type { FormField } from './read-fields.ts';
import type { Size } from '../run/size-controller.ts';
import type { Texts } from '../texts/texts.ts';

/** Names of form fields that were filled in wrongly, with what to do about it. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What a view may read, and how it says what the guest does. */
export interface View {
  readonly model: Model;
  readonly texts: Texts;
  readonly formats: Formats;
  readonly act: (action: GuestAction) => void;
  readonly errors: FieldErrors;
  readonly setErrors: (errors: FieldErrors) => void;
  readonly showPhotos: boolean;
  readonly fields: readonly FormField[];
  /** Addresses of what the guest accepts before paying; null where the page has none. */
  readonly terms: string | null;
  readonly privacy: string | null;
  /** The first date that can be selected. */
  readonly today: string;
  readonly size: Size;
}

export function datesOf({ formats, texts }: View, { from, to, timezone, nights }: Choice): string {
  const dates = texts.stayDates(formats.dateOf(from, timezone), formats.dateOf(to, timezone));
  return `${dates} (${texts.nights(nights)})`;
}

/** Who stays, and for how long. */
export function partyOf({ texts, model }: View, nights: number): string {
  const { adults, childAges } = model.requestedStay;
  return `${texts.nights(nights)}, ${texts.party(adults, childAges.length)}`;
}
