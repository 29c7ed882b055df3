import { translatedText } from '@lodging/kernel';
import type { Translated } from '@lodging/kernel';

/** What guests read of a resource. */
export interface RoomName extends Translated {
  readonly name: string;
}

/** Descriptions are long, and no text here has them. */
export function roomNameOf({ name, translations }: RoomName): RoomName {
  if (translations === undefined) return { name };
  const names = Object.entries(translations).map(([tag, texts]) => [tag, { name: texts['name'] }] as const);
  return { name, translations: Object.fromEntries(names) };
}

/** For a reader of these languages, best first. */
export function roomNameIn(languages: readonly string[], room: RoomName | null): string | null {
  return room && translatedText('name', room.name, room.translations, languages);
}

/** A booking has the language of its guest, or none. */
export function roomNameFor(guestLanguage: string | null, room: RoomName | null): string | null {
  return roomNameIn(guestLanguage === null ? [] : [guestLanguage], room);
}
