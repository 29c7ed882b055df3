import type { MailLanguage } from './mail-kind.ts';

export interface LinkWords {
  readonly subject: (property: string) => string;
  readonly intro: (property: string) => string;
  readonly button: string;
  readonly ignore: string;
  readonly reference: string;
  readonly arrival: string;
  readonly departure: string;
  readonly room: string;
}

export const LINK_WORDS: Readonly<Record<MailLanguage, LinkWords>> = {
  en: {
    subject: (property) => `Your booking at ${property}`,
    intro: (property) => `Here is the link to your booking at ${property}.`,
    button: 'View your booking',
    ignore: 'If you did not request this link, you can ignore this e-mail. Do not pass the link on.',
    reference: 'Booking number',
    arrival: 'Arrival',
    departure: 'Departure',
    room: 'Room',
  },
  de: {
    subject: (property) => `Ihre Buchung bei ${property}`,
    intro: (property) => `Hier ist der Link zu Ihrer Buchung bei ${property}.`,
    button: 'Buchung ansehen',
    ignore:
      'Wenn Sie diesen Link nicht angefordert haben, können Sie diese E-Mail ignorieren. Geben Sie den Link nicht weiter.',
    reference: 'Buchungsnummer',
    arrival: 'Anreise',
    departure: 'Abreise',
    room: 'Zimmer',
  },
  fr: {
    subject: (property) => `Votre réservation – ${property}`,
    intro: (property) => `Voici le lien vers votre réservation – ${property}.`,
    button: 'Voir la réservation',
    ignore:
      'Si vous n’avez pas demandé ce lien, vous pouvez ignorer cet e-mail. Ne transmettez pas le lien à d’autres.',
    reference: 'Numéro de réservation',
    arrival: 'Arrivée',
    departure: 'Départ',
    room: 'Chambre',
  },
  es: {
    subject: (property) => `Su reserva en ${property}`,
    intro: (property) => `Este es el enlace a su reserva en ${property}.`,
    button: 'Ver la reserva',
    ignore: 'Si no ha solicitado este enlace, puede ignorar este correo. No comparta el enlace.',
    reference: 'Número de reserva',
    arrival: 'Llegada',
    departure: 'Salida',
    room: 'Habitación',
  },
};
