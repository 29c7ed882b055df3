import type { FindTexts } from './en.ts';

export const fr: FindTexts = {
  title: 'Trouver une réservation',
  hint: 'Cherche le numéro, le début de l’adresse e-mail, les mots du nom et votre référence.',
  short: 'Saisissez au moins trois lettres.',
  nothing: (text) =>
    `Aucune réservation ne commence par « ${text} ». Cherché : adresse e-mail, mots du nom, votre référence, numéro.`,
  screens: 'Pages',
  resources: 'Ressources',
  bookings: 'Réservations',
};
