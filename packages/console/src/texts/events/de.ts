import type { EventsTexts } from './en.ts';

export const de: EventsTexts = {
  title: 'Ereignisse',
  table: 'Ereignisse',
  type: 'Art',
  any: 'Alle',
  number: 'Nummer',
  when: 'Wann',
  booking: 'Buchung',
  bookingId: 'Buchung, nach ihrer Id',
  json: 'Inhalt',
  follow: 'Neue Ereignisse erscheinen von selbst',
  empty: 'Kein Ereignis in den letzten 30 Tagen.',
};
