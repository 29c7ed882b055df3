export const en = {
  title: 'Events',
  table: 'Events',
  type: 'Type',
  any: 'Any',
  number: 'Number',
  when: 'When',
  booking: 'Booking',
  bookingId: 'Booking number or id',
  json: 'Content',
  follow: 'New events are shown as they come',
  showAll: 'Show all events',
  empty: 'No event of the last 30 days.',
};

export type EventsTexts = typeof en;
