import type { FindTexts } from './en.ts';

export const de: FindTexts = {
  title: 'Buchung finden',
  hint: 'Sucht Buchungsnummer, Anfang der E-Mail-Adresse, Wörter des Namens und Ihre Referenz.',
  short: 'Geben Sie mindestens drei Zeichen ein.',
  nothing: (text) =>
    `Keine Buchung beginnt mit „${text}“. Gesucht: E-Mail-Adresse, Wörter des Namens, Ihre Referenz, Buchungsnummer.`,
  screens: 'Seiten',
  resources: 'Ressourcen',
  bookings: 'Buchungen',
};
