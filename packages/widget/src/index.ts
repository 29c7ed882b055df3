import { LodgingBooking } from './lodging-booking.ts';
import type { BookingEvents } from './run/announce.ts';

export { LodgingBooking };
export type { BookingEvents };
export type { Texts } from './texts/texts.ts';

declare global {
  interface HTMLElementTagNameMap {
    'lodging-booking': LodgingBooking;
  }
}

if (customElements.get('lodging-booking') === undefined) {
  customElements.define('lodging-booking', LodgingBooking);
}
