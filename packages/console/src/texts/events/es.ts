import type { EventsTexts } from './en.ts';

export const es: EventsTexts = {
  title: 'Eventos',
  table: 'Eventos',
  type: 'Tipo',
  any: 'Todos',
  number: 'Número',
  when: 'Cuándo',
  booking: 'Reserva',
  bookingId: 'Reserva, por su id',
  json: 'Contenido',
  follow: 'Los eventos nuevos se muestran solos',
  empty: 'Ningún evento en los últimos 30 días.',
};
