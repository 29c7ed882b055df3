export const en = {
  title: 'Find a booking',
  hint: 'Searches the booking number, the beginning of the e-mail address, words of the name and your reference.',
  short: 'Type three letters or more.',
  nothing: (text: string): string =>
    `No booking begins with “${text}”. Searched: e-mail address, words of the name, your reference, booking number.`,
  screens: 'Pages',
  resources: 'Resources',
  bookings: 'Bookings',
};

export type FindTexts = typeof en;
