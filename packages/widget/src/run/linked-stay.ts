import { addMonths, isDate } from '../format/iso-days.ts';
import { emptyRequest } from '../machine/model.ts';
import type { RequestedStay } from '../machine/model.ts';

/** The words of a deep link: in the address of the page, or as attributes of the component. */
export const LINK_WORDS = ['arrival', 'departure', 'adults', 'children', 'ages'] as const;
export type LinkWord = (typeof LINK_WORDS)[number];

export const MOST_ADULTS = 30;
export const MOST_CHILDREN = 10;
export const NEW_CHILD_AGE = 8;
/** As the API has it. */
export const MOST_MONTHS_AHEAD = 24;

export interface LinkedStay {
  readonly requestedStay: RequestedStay;
  /** Both dates are there and can be searched for. */
  readonly isComplete: boolean;
}

/** The stay that a link asks for, as much of it as makes sense; null where it names nothing. */
export function linkedStay(word: (name: LinkWord) => string | null, today: string): LinkedStay | null {
  if (LINK_WORDS.every((name) => !word(name))) return null;
  const dateAt = (name: LinkWord, earliest: string): string => {
    const date = word(name) ?? '';
    return isDate(date) && date >= earliest && date <= addMonths(today, MOST_MONTHS_AHEAD) ? date : '';
  };
  const arrival = dateAt('arrival', today);
  const later = arrival === '' ? '' : dateAt('departure', arrival);
  const departure = later === arrival ? '' : later;
  const ages = (word('ages') ?? '')
    .split(',')
    .filter((age) => /^\s*\d{1,2}\s*$/.test(age) && Number(age) < 18);
  const children = whole(word('children'), 0, MOST_CHILDREN) ?? Math.min(ages.length, MOST_CHILDREN);
  const childAges = Array.from({ length: children }, (_, index) => Number(ages[index] ?? NEW_CHILD_AGE));
  const adults = whole(word('adults'), 1, MOST_ADULTS) ?? emptyRequest.adults;
  return { requestedStay: { arrival, departure, adults, childAges }, isComplete: departure !== '' };
}

function whole(text: string | null, least: number, most: number): number | null {
  if (text === null || !/^\d{1,3}$/.test(text)) return null;
  return Math.min(Math.max(Number(text), least), most);
}
