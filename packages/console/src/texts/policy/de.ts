import type { PolicyTexts } from './en.ts';

const UNITS = { days: ['Tag', 'Tage'], hours: ['Stunde', 'Stunden'] } as const;

export const de: PolicyTexts = {
  until: (count, unit, penalty) =>
    `Bis ${count} ${UNITS[unit][count === 1 ? 0 : 1]} vor der Anreise: ${penalty}.`,
  afterwards: (penalty) => `Danach: ${penalty}.`,
  noShow: (penalty) => `Nichterscheinen: ${penalty}.`,
  grace: (minutes, hours) =>
    hours > 0
      ? `Kostenlos innerhalb von ${minutes} Minuten nach der Buchung, wenn die Anreise dann mindestens ${hours} Stunden entfernt ist.`
      : `Kostenlos innerhalb von ${minutes} Minuten nach der Buchung.`,
  countedFrom: (time) => `Gerechnet von ${time} Uhr am Anreisetag.`,
  none: 'nichts wird einbehalten',
  percentOfRoom: (percent) => `${percent} der Unterkunft werden einbehalten`,
  percentOfTotal: (percent) => `${percent} des Gesamtpreises werden einbehalten`,
  nights: (n) => (n === 1 ? 'die erste Nacht wird einbehalten' : `die ersten ${n} Nächte werden einbehalten`),
  fixed: (amount) => `${amount} werden einbehalten`,
  noPolicy: 'Ohne Stornobedingung verkauft.',
};
