import type { PolicyTexts } from './en.ts';

const UNITS = { days: ['jour', 'jours'], hours: ['heure', 'heures'] } as const;

export const fr: PolicyTexts = {
  until: (count, unit, penalty) =>
    `Jusqu’à ${count} ${UNITS[unit][count <= 1 ? 0 : 1]} avant l’arrivée : ${penalty}.`,
  afterwards: (penalty) => `Ensuite : ${penalty}.`,
  noShow: (penalty) => `Non présenté : ${penalty}.`,
  grace: (minutes, hours) =>
    hours > 0
      ? `Gratuit dans les ${minutes} minutes après la réservation, si l’arrivée est alors à ${hours} heures au moins.`
      : `Gratuit dans les ${minutes} minutes après la réservation.`,
  countedFrom: (time) => `Compté à partir de ${time} le jour de l’arrivée.`,
  none: 'rien n’est conservé',
  percentOfRoom: (percent) => `${percent} de l’hébergement est conservé`,
  percentOfTotal: (percent) => `${percent} du total est conservé`,
  nights: (n) => (n === 1 ? 'la première nuit est conservée' : `les ${n} premières nuits sont conservées`),
  fixed: (amount) => `${amount} est conservé`,
  noPolicy: 'Vendue sans conditions d’annulation.',
};
