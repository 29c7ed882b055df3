import type { EventsTexts } from './en.ts';

export const de: EventsTexts = {
  title: 'Ereignisse',
  table: 'Ereignisse',
  type: 'Art',
  any: 'Alle',
  number: 'Nummer',
  when: 'Wann',
  booking: 'Buchung',
  bookingId: 'Buchungsnummer oder Id',
  json: 'Inhalt',
  follow: 'Neue Ereignisse erscheinen von selbst',
  showAll: 'Alle Ereignisse zeigen',
  empty: 'Kein Ereignis in den letzten 30 Tagen.',
};
