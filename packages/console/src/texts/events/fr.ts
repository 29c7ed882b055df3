import type { EventsTexts } from './en.ts';

export const fr: EventsTexts = {
  title: 'Événements',
  table: 'Événements',
  type: 'Type',
  any: 'Tous',
  number: 'Numéro',
  when: 'Quand',
  booking: 'Réservation',
  bookingId: 'Réservation, par son id',
  json: 'Contenu',
  follow: 'Les nouveaux événements s’affichent',
  empty: 'Aucun événement des 30 derniers jours.',
};
