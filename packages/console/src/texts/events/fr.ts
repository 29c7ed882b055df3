import type { EventsTexts } from './en.ts';

export const fr: EventsTexts = {
  title: 'Événements',
  table: 'Événements',
  type: 'Type',
  any: 'Tous',
  number: 'Numéro',
  when: 'Quand',
  booking: 'Réservation',
  bookingId: 'Numéro ou id de réservation',
  json: 'Contenu',
  follow: 'Les nouveaux événements s’affichent',
  showAll: 'Montrer tous les événements',
  empty: 'Aucun événement des 30 derniers jours.',
};
