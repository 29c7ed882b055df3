import type { FindTexts } from './en.ts';

export const es: FindTexts = {
  title: 'Buscar una reserva',
  hint: 'Busca el número, el principio de la dirección de correo, palabras del nombre y su referencia.',
  short: 'Escriba tres letras o más.',
  nothing: (text) =>
    `Ninguna reserva empieza por «${text}». Buscado: dirección de correo, palabras del nombre, su referencia, número.`,
  screens: 'Páginas',
  resources: 'Recursos',
  bookings: 'Reservas',
};
