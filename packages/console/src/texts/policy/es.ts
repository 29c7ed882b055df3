import type { PolicyTexts } from './en.ts';

const UNITS = { days: ['día', 'días'], hours: ['hora', 'horas'] } as const;

export const es: PolicyTexts = {
  until: (count, unit, penalty) =>
    `Hasta ${count} ${UNITS[unit][count === 1 ? 0 : 1]} antes de la llegada: ${penalty}.`,
  afterwards: (penalty) => `Después: ${penalty}.`,
  noShow: (penalty) => `Si no se presenta: ${penalty}.`,
  grace: (minutes, hours) =>
    hours > 0
      ? `Gratis en los ${minutes} minutos después de reservar, si entonces faltan al menos ${hours} horas para la llegada.`
      : `Gratis en los ${minutes} minutos después de reservar.`,
  countedFrom: (time) => `Contado desde las ${time} del día de llegada.`,
  none: 'no se retiene nada',
  percentOfRoom: (percent) => `se retiene el ${percent} del alojamiento`,
  percentOfTotal: (percent) => `se retiene el ${percent} del total`,
  nights: (n) => (n === 1 ? 'se retiene la primera noche' : `se retienen las primeras ${n} noches`),
  fixed: (amount) => `se retiene ${amount}`,
  noPolicy: 'Vendida sin política de cancelación.',
};
