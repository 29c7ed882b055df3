import type { EventsTexts } from './en.ts';

export const es: EventsTexts = {
  title: 'Eventos',
  table: 'Eventos',
  type: 'Tipo',
  any: 'Todos',
  number: 'Número',
  when: 'Cuándo',
  booking: 'Reserva',
  bookingId: 'Número o id de la reserva',
  json: 'Contenido',
  follow: 'Los eventos nuevos se muestran solos',
  showAll: 'Mostrar todos los eventos',
  empty: 'Ningún evento en los últimos 30 días.',
};
